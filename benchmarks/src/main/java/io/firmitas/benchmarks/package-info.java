/**
 * What a guarded call costs: JMH benchmarks of the policies beside their peers and hand-written
 * floors, one class for each group of rows. {@link io.firmitas.benchmarks.run.Main} runs them.
 */
@NullMarked
package io.firmitas.benchmarks;

import org.jspecify.annotations.NullMarked;

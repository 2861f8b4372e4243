/** JMH benchmarks of the policies beside their peers. */
@NullMarked
package io.firmitas.benchmarks;

import org.jspecify.annotations.NullMarked;

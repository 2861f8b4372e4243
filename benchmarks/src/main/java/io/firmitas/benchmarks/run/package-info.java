/** Runs the benchmarks and writes the tables. */
@NullMarked
package io.firmitas.benchmarks.run;

import org.jspecify.annotations.NullMarked;

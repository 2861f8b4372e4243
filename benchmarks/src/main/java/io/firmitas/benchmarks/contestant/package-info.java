/** The libraries that are measured beside each other, and what one would write by hand instead. */
@NullMarked
package io.firmitas.benchmarks.contestant;

import org.jspecify.annotations.NullMarked;

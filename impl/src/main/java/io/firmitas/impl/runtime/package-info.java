/** The system runtime: the only place with clocks, sleeps, threads and random numbers. */
@NullMarked
package io.firmitas.impl.runtime;

import org.jspecify.annotations.NullMarked;

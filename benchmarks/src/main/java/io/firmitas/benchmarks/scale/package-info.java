/** What many idle breakers, pending retries and pending timeouts cost. */
@NullMarked
package io.firmitas.benchmarks.scale;

import org.jspecify.annotations.NullMarked;

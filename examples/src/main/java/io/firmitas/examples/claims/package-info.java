/** Measures what the seeds of Firmitas claimed of themselves. */
@NullMarked
package io.firmitas.examples.claims;

import org.jspecify.annotations.NullMarked;

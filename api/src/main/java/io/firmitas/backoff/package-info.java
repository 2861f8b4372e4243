/** Delays between attempts, and their jitter. */
@NullMarked
package io.firmitas.backoff;

import org.jspecify.annotations.NullMarked;

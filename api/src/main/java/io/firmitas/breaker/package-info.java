/** The circuit breaker: stops calling what keeps failing, and tries again later. */
@NullMarked
package io.firmitas.breaker;

import org.jspecify.annotations.NullMarked;

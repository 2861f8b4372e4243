/** The lock-based circuit breaker. */
@NullMarked
package io.firmitas.impl.breaker;

import org.jspecify.annotations.NullMarked;

/** Tests of the rules about the circuit breaker. */
@NullMarked
package io.firmitas.tck.rules.breaker;

import org.jspecify.annotations.NullMarked;

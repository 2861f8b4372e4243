package io.firmitas.cdi.internal.assembly;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.registry.PolicyKind;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import java.util.Optional;

/**
 * A place that wants the policy of a name, or one of its parts.
 *
 * @param name the name
 * @param type {@code Policy}, {@code Retry}, {@code CircuitBreaker} or {@code Timeout} of the API
 * @param where the place, for messages
 */
public record NameUse(String name, Class<?> type, String where) {
  /** The part that is wanted; empty for the whole. */
  Optional<PolicyKind> part() {
    if (type == Retry.class) {
      return Optional.of(PolicyKind.RETRY);
    }
    if (type == CircuitBreaker.class) {
      return Optional.of(PolicyKind.CIRCUIT_BREAKER);
    }
    return type == Timeout.class ? Optional.of(PolicyKind.TIMEOUT) : Optional.empty();
  }
}

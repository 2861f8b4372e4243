package io.firmitas.cdi;

import org.jspecify.annotations.Nullable;

/**
 * Makes the answer of a {@link Fallback}. Implementations are thread-safe: one object answers for
 * all calls of a method, unless it is a bean of a narrower scope.
 *
 * @param <T> what the guarded method returns, or completes with
 */
@FunctionalInterface
public interface FallbackHandler<T extends @Nullable Object> {
  /**
   * Makes the answer.
   *
   * @param invocation the call that failed
   * @return the answer
   * @throws Exception when there is none; the caller gets this exception
   */
  T handle(FailedInvocation invocation) throws Exception;
}

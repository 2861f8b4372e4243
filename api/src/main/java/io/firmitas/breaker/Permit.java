package io.firmitas.breaker;

/**
 * The admission of one call by a circuit breaker, taken by hand with {@link
 * CircuitBreaker#tryAcquire()} or {@link CircuitBreaker#acquire()}.
 *
 * <p>It is closed exactly once, by the first of {@link #success()}, {@link #failure(Throwable)} and
 * {@link #close()}; the others then do nothing. Closed without a verdict it is neutral: given back,
 * no vote. An outcome counts only for the period of the breaker that gave the permit. A probe's
 * permit that is not closed within the lease is lost.
 *
 * <p>Thread-safe.
 */
public interface Permit extends AutoCloseable {
  /** Records that the call ended well. */
  void success();

  /**
   * Records that the call failed. The breaker's own filters are not asked.
   *
   * @param failure the failure, kept as the breaker's last failure
   */
  void failure(Throwable failure);

  /** Gives the permit back without a verdict, unless one was recorded before. */
  @Override
  void close();
}

package io.firmitas.retry;

import io.firmitas.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Calls again after a failure, after a delay, a limited number of times.
 *
 * <p>Which failures: all exceptions, but never {@link InterruptedException} and {@link
 * VirtualMachineError}; other errors, cancellations and rejections by policies ({@link
 * io.firmitas.CallRejectedException}) only when {@code retryOn} names them. Failures are looked at
 * without their {@link java.util.concurrent.CompletionException} wrappers.
 *
 * <p>When it gives up, the last failure itself is thrown, so {@code catch (IOException e)} works;
 * {@link RetryBuilder#wrapExhausted} changes that. When it gives up on a result, it throws {@link
 * RetryExhaustedException}. A delay that does not fit into the total time limit, or before the
 * deadline of the context, is not waited: the retry gives up at once.
 *
 * <p>Defaults: 3 attempts, 1 s doubled each time, full jitter, no delay above 60 s, no total time
 * limit.
 *
 * <p>Thread-safe; a retry has no state of its own, so one object may guard any number of calls at
 * once. A synchronous call waits on its own thread, and an interrupt ends the wait with an {@link
 * InterruptedException} that carries the last failure as suppressed. An asynchronous call holds no
 * thread while it waits.
 */
public interface Retry extends Policy<@Nullable Object> {
  /**
   * A retry with the default settings.
   *
   * @return the retry
   */
  static Retry ofDefaults() {
    return builder().build();
  }

  /**
   * A retry with the default settings and a number of attempts.
   *
   * @param maxAttempts the greatest number of attempts, the first one included; at least 1
   * @return the retry
   */
  static Retry ofAttempts(int maxAttempts) {
    return builder().maxAttempts(maxAttempts).build();
  }

  /**
   * Starts building a retry named {@code retry}.
   *
   * @return the builder
   */
  static RetryBuilder builder() {
    return new RetryBuilder();
  }

  /**
   * Starts building a retry.
   *
   * @param name its name, used in messages and events
   * @return the builder
   */
  static RetryBuilder builder(String name) {
    return builder().name(name);
  }

  /**
   * The configuration.
   *
   * @return the configuration this retry was built from
   */
  RetryConfig config();

  /**
   * The name.
   *
   * @return the name
   */
  default String name() {
    return config().name();
  }

  /**
   * The attempts of one call as a loop, for code that cannot be put into a lambda:
   *
   * <pre>{@code
   * for (Attempt attempt : retry.attempts()) {
   *   attempt.run(() -> connection = connect());
   * }
   * }</pre>
   *
   * <p>The loop waits between attempts as {@link #call} does, on the current thread, and ends after
   * a success. When all attempts are used up it throws {@link RetryExhaustedException}, when the
   * next delay would not fit into the time limit {@link RetryTimeoutException}, each with the last
   * failure as cause. Each iteration over the returned object is a call of its own. Mark every
   * attempt: a loop left with one unmarked keeps its place in a shared budget. The asynchronous
   * form is {@link #callAsync(io.firmitas.AsyncCall)}, whose context tells the attempt's number.
   *
   * @return the attempts
   */
  Iterable<Attempt> attempts();
}

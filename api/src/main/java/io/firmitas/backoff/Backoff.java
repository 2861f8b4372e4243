package io.firmitas.backoff;

import io.firmitas.internal.Arguments;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before each retry. A lambda is a backoff: {@code retry -> Duration.ofMillis(100L
 * * retry)}.
 *
 * <p>Jitter and the cap are applied by the policy afterwards. Implementations are thread-safe.
 */
@FunctionalInterface
public interface Backoff {
  /**
   * The delay before a retry.
   *
   * @param retry the number of the retry, from 1; the first retry is the second attempt
   * @return the delay, not negative; {@code null} and negative delays are reported and taken as
   *     zero
   */
  Duration delay(int retry);

  /**
   * The delay before a retry, for backoffs that depend on the delay before or on chance.
   *
   * @param retry the number of the retry, from 1
   * @param previous the delay before, as it was waited; zero for the first retry
   * @param random a generator to use at once
   * @return the delay, not negative
   */
  default Duration delay(int retry, Duration previous, RandomGenerator random) {
    return delay(retry);
  }

  /**
   * No delay.
   *
   * @return the backoff
   */
  static Backoff none() {
    return fixed(Duration.ZERO);
  }

  /**
   * The same delay each time.
   *
   * @param delay the delay, not negative
   * @return the backoff
   */
  static Backoff fixed(Duration delay) {
    return new Backoffs.Fixed(Arguments.notNegative("delay", delay));
  }

  /**
   * {@code initial}, {@code initial + step}, {@code initial + 2 step}, ...
   *
   * @param initial the first delay, not negative
   * @param step what each further delay is longer, not negative
   * @return the backoff
   */
  static Backoff linear(Duration initial, Duration step) {
    return new Backoffs.Linear(
        Arguments.notNegative("initial", initial), Arguments.notNegative("step", step));
  }

  /**
   * {@code initial}, {@code 2 initial}, {@code 4 initial}, ...
   *
   * @param initial the first delay, not negative
   * @return the backoff
   */
  static Backoff exponential(Duration initial) {
    return exponential(initial, 2.0);
  }

  /**
   * {@code initial x multiplier^(retry - 1)}, saturating: it never overflows, whatever the number
   * of the retry.
   *
   * @param initial the first delay, not negative
   * @param multiplier the factor from one delay to the next, 1 to 1,000,000
   * @return the backoff
   */
  static Backoff exponential(Duration initial, double multiplier) {
    return new Backoffs.Exponential(
        Arguments.notNegative("initial", initial),
        Arguments.between("multiplier", multiplier, 1.0, 1e6));
  }

  /**
   * The delays {@code 1, 1, 2, 3, 5, 8, ...} times {@code initial}, saturating.
   *
   * @param initial the first delay, not negative
   * @return the backoff
   */
  static Backoff fibonacci(Duration initial) {
    return new Backoffs.Fibonacci(Arguments.notNegative("initial", initial));
  }

  /**
   * Decorrelated jitter: uniform between {@code base} and three times the delay before. Use it with
   * {@code Jitter.none()} and a cap. Source: AWS Architecture Blog, Exponential Backoff and Jitter,
   * 2015.
   *
   * @param base the shortest delay, not negative
   * @return the backoff
   */
  static Backoff decorrelated(Duration base) {
    return new Backoffs.Decorrelated(Arguments.notNegative("base", base));
  }
}

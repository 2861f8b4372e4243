package io.firmitas.backoff;

import io.firmitas.internal.Arguments;
import io.firmitas.internal.Durations;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Spreads delays, so that callers that failed together do not come back together. Applied to the
 * delay of the {@link Backoff}; the policy's cap is applied afterwards.
 *
 * <p>Implementations are thread-safe. A negative result is taken as zero; {@code null}, and what
 * one throws, is reported, and the delay is not spread.
 */
@FunctionalInterface
public interface Jitter {
  /**
   * Spreads a delay.
   *
   * @param delay the delay of the backoff, not negative
   * @param random a generator to use at once
   * @return the delay to wait
   */
  Duration apply(Duration delay, RandomGenerator random);

  /**
   * No jitter: all callers wait the same. Not recommended where many callers share a dependency.
   *
   * @return the jitter
   */
  static Jitter none() {
    return (delay, random) -> delay;
  }

  /**
   * Uniform between zero and the delay. Source: AWS Architecture Blog, Exponential Backoff and
   * Jitter, 2015.
   *
   * @return the jitter
   */
  static Jitter full() {
    return (delay, random) -> scaled(delay, random.nextDouble());
  }

  /**
   * Half of the delay, and uniform between zero and the other half on top.
   *
   * @return the jitter
   */
  static Jitter equal() {
    return (delay, random) -> scaled(delay, 0.5 + random.nextDouble() / 2);
  }

  /**
   * Uniform between {@code delay x (1 - factor)} and {@code delay x (1 + factor)}.
   *
   * @param factor the greatest relative deviation, 0 to 1
   * @return the jitter
   */
  static Jitter proportional(double factor) {
    Arguments.between("factor", factor, 0.0, 1.0);
    return (delay, random) -> scaled(delay, 1 - factor + 2 * factor * random.nextDouble());
  }

  /**
   * The delay, and uniform between zero and a maximum on top.
   *
   * @param maximum the most that is added, not negative
   * @return the jitter
   */
  static Jitter additive(Duration maximum) {
    long most = Durations.toNanos(Arguments.notNegative("maximum", maximum));
    return (delay, random) ->
        Duration.ofNanos(
            Durations.add(Durations.toNanos(delay), Durations.round(most * random.nextDouble())));
  }

  /**
   * Uniform between {@code delay - deviation} and {@code delay + deviation}, never below zero.
   *
   * @param deviation the greatest deviation, not negative
   * @return the jitter
   */
  static Jitter plusMinus(Duration deviation) {
    long most = Durations.toNanos(Arguments.notNegative("deviation", deviation));
    return (delay, random) ->
        Duration.ofNanos(
            Durations.round(Durations.toNanos(delay) + most * (2 * random.nextDouble() - 1)));
  }

  private static Duration scaled(Duration delay, double factor) {
    return Duration.ofNanos(Durations.round(Durations.toNanos(delay) * factor));
  }
}

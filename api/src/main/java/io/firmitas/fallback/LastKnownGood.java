package io.firmitas.fallback;

import io.firmitas.Context;
import io.firmitas.internal.Arguments;
import java.time.Duration;
import java.util.function.Function;

/**
 * How a fallback remembers results to answer failures with.
 *
 * @param maxAge how old a result may be to be an answer, longer than zero
 * @param maxEntries how many results are kept, at least 1; the one not refreshed for longest is
 *     dropped
 * @param key tells which result belongs to which call
 */
public record LastKnownGood(Duration maxAge, int maxEntries, Function<? super Context, ?> key) {
  /**
   * Checks the settings.
   *
   * @param maxAge how old a result may be
   * @param maxEntries how many results are kept
   * @param key tells which result belongs to which call
   */
  public LastKnownGood {
    Arguments.positive("lastKnownGood maxAge", maxAge);
    Arguments.atLeast("lastKnownGood maxEntries", maxEntries, 1);
    Arguments.notNull("lastKnownGood key", key);
  }
}

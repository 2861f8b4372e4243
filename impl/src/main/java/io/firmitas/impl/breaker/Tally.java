package io.firmitas.impl.breaker;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The failures on record and the last of them, replaced as a whole so that a reader sees them
 * together.
 *
 * @param failures the number of failures; unused while a window counts
 * @param last the last failure since creation or reset
 * @param lastAt its wall-clock time
 */
record Tally(int failures, @Nullable Throwable last, @Nullable Instant lastAt) {
  static final Tally CLEAN = new Tally(0, null, null);

  Tally plus(@Nullable Throwable failure, @Nullable Instant at) {
    Instant latest = lastAt != null && (at == null || lastAt.isAfter(at)) ? lastAt : at;
    int more = failures == Integer.MAX_VALUE ? failures : failures + 1;
    return new Tally(more, failure, latest);
  }

  Tally withFailures(int number) {
    return number == failures ? this : new Tally(number, last, lastAt);
  }
}

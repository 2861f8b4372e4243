package io.firmitas;

import io.firmitas.internal.Arguments;
import io.firmitas.internal.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * What travels with one call through the policies: the attempt's number, the deadline, whether the
 * caller has given up, and values under typed keys.
 *
 * <p>Immutable and thread-safe. A policy hands on the context it got unless it has something to
 * change.
 */
public final class Context {
  private static final Context ROOT = new Context(1, null, 0, null, null);

  private final int attempt;
  private final @Nullable PolicyRuntime clock;
  private final long deadline;
  private final @Nullable Cancellation cancellation;
  private final @Nullable Entry values;

  private Context(
      int attempt,
      @Nullable PolicyRuntime clock,
      long deadline,
      @Nullable Cancellation cancellation,
      @Nullable Entry values) {
    this.attempt = attempt;
    this.clock = clock;
    this.deadline = deadline;
    this.cancellation = cancellation;
    this.values = values;
  }

  /**
   * The context of a call that nobody has said anything about: first attempt, no deadline, no
   * values.
   *
   * @return the shared root context
   */
  public static Context root() {
    return ROOT;
  }

  /**
   * The number of the current attempt, as the innermost {@code Retry} around the call counts.
   *
   * @return the number, from 1; 1 where there is no retry
   */
  public int attempt() {
    return attempt;
  }

  /**
   * Whether the call has a deadline.
   *
   * @return true when {@link #remaining()} is present
   */
  public boolean hasDeadline() {
    return clock != null;
  }

  /**
   * The time left until the deadline.
   *
   * @return the time left, zero when it has passed, or empty when there is no deadline
   */
  public Optional<Duration> remaining() {
    return clock == null
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(Math.max(0, remainingNanos())));
  }

  /**
   * The time left until the deadline, in nanoseconds. Reads the clock only when there is a
   * deadline.
   *
   * @return the time left, zero or negative when it has passed, {@link Long#MAX_VALUE} when there
   *     is no deadline
   */
  public long remainingNanos() {
    return clock == null ? Long.MAX_VALUE : deadline - clock.nanoTime();
  }

  /**
   * Whether the caller, or a policy outside, has given up on this call.
   *
   * @return true when the result is no longer wanted
   */
  public boolean isCancelled() {
    return cancellation != null && cancellation.isCancelled();
  }

  /**
   * The cancellation that this call obeys.
   *
   * @return the cancellation, or empty when nobody can cancel the call through its context
   */
  public Optional<Cancellation> cancellation() {
    return Optional.ofNullable(cancellation);
  }

  /**
   * The value under a key.
   *
   * @param key the key
   * @param <V> the type of the value
   * @return the value, or empty when there is none
   */
  @SuppressWarnings("unchecked") // with() takes only values of the key's type
  public <V> Optional<V> get(ContextKey<V> key) {
    for (Entry entry = values; entry != null; entry = entry.next) {
      if (entry.key == key) {
        return Optional.of((V) entry.value);
      }
    }
    return Optional.empty();
  }

  /**
   * This context with another attempt number.
   *
   * @param number the number, from 1
   * @return this context when the number is the same, else a new one
   */
  public Context withAttempt(int number) {
    Arguments.atLeast("attempt", number, 1);
    return number == attempt ? this : new Context(number, clock, deadline, cancellation, values);
  }

  /**
   * This context with a deadline from now. A deadline can only become earlier: the earlier of the
   * two counts.
   *
   * @param runtime the runtime whose clock measures the time
   * @param time the time from now to the deadline, longer than zero
   * @return this context when its own deadline is earlier, else a new one
   */
  public Context withTimeLimit(PolicyRuntime runtime, Duration time) {
    Arguments.notNull("runtime", runtime);
    long nanos = Durations.toNanos(Arguments.positive("time", time));
    return withDeadline(runtime, runtime.nanoTime() + Math.min(nanos, Long.MAX_VALUE / 2));
  }

  /**
   * This context with a deadline, given as a reading of a runtime's monotonic clock. The earlier of
   * two deadlines counts.
   *
   * @param runtime the runtime whose clock measures the time
   * @param nanoTime the deadline, less than half of the {@code long} range away from the clock's
   *     present reading
   * @return this context when its own deadline is earlier, else a new one
   */
  public Context withDeadline(PolicyRuntime runtime, long nanoTime) {
    Arguments.notNull("runtime", runtime);
    if (clock != null) {
      boolean earlier =
          clock == runtime
              ? deadline - nanoTime <= 0
              : remainingNanos() <= nanoTime - runtime.nanoTime();
      if (earlier) {
        return this;
      }
    }
    return new Context(attempt, runtime, nanoTime, cancellation, values);
  }

  /**
   * This context obeying a cancellation, instead of the one it obeyed before.
   *
   * @param newCancellation the cancellation
   * @return a new context
   */
  public Context withCancellation(Cancellation newCancellation) {
    return new Context(
        attempt, clock, deadline, Arguments.notNull("cancellation", newCancellation), values);
  }

  /**
   * This context with a value.
   *
   * @param key the key
   * @param value the value; replaces an earlier one under the same key
   * @param <V> the type of the value
   * @return a new context
   */
  public <V> Context with(ContextKey<V> key, V value) {
    Arguments.notNull("key", key);
    Arguments.notNull("value", value);
    Entry more = new Entry(key, value, without(key, values));
    return new Context(attempt, clock, deadline, cancellation, more);
  }

  /** The same entries when the key is not among them, as it nearly always is. */
  private static @Nullable Entry without(ContextKey<?> key, @Nullable Entry entries) {
    if (entries == null || entries.key == key) {
      return entries == null ? null : entries.next;
    }
    Entry rest = without(key, entries.next);
    return rest == entries.next ? entries : new Entry(entries.key, entries.value, rest);
  }

  private String keys() {
    StringJoiner names = new StringJoiner(", ", ", keys=[", "]");
    for (Entry entry = values; entry != null; entry = entry.next) {
      names.add(entry.key.toString());
    }
    return names.toString();
  }

  @Override
  public String toString() {
    return "Context[attempt="
        + attempt
        + remaining().map(time -> ", remaining=" + time).orElse("")
        + (isCancelled() ? ", cancelled" : "")
        + (values == null ? "" : keys())
        + "]";
  }

  /** A value in a list, each key once: a context has few, and one more costs one small object. */
  private static final class Entry {
    private final ContextKey<?> key;
    private final Object value;
    private final @Nullable Entry next;

    Entry(ContextKey<?> key, Object value, @Nullable Entry next) {
      this.key = key;
      this.value = value;
      this.next = next;
    }
  }
}

package io.firmitas.testkit;

import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The virtual clock and the timers set by it.
 *
 * <p>Time is kept as a {@link Duration} since the start, which neither wraps around nor ends; the
 * readings of {@code nanoTime} are cut out of it and wrap around as real ones do. Time never goes
 * back. Timers are ordered by due time, then by the order in which they were scheduled; whoever
 * takes one moves the clock to its due time and runs it, outside the lock.
 *
 * <p>Thread-safe; the lock is a leaf.
 */
final class Timeline {
  private static final Duration END = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
  private static final Instant WALL_START = Instant.parse("2030-01-01T00:00:00Z");

  private final ReentrantLock lock = new ReentrantLock();
  private final TreeSet<VirtualTimer> timers = new TreeSet<>();
  private final Facts facts;
  private Duration elapsed = Duration.ZERO;
  private long nanoTimeAtStart;
  private Instant wallAtStart = WALL_START;
  private long scheduled;
  private boolean closed;

  Timeline(Facts facts) {
    this.facts = facts;
  }

  long nanoTime() {
    lock.lock();
    try {
      return nanoTimeAtStart + wrapped(elapsed);
    } finally {
      lock.unlock();
    }
  }

  void setNanoTime(long reading) {
    lock.lock();
    try {
      nanoTimeAtStart = reading - wrapped(elapsed);
    } finally {
      lock.unlock();
    }
  }

  Instant instant() {
    lock.lock();
    try {
      return wallAtStart.plus(elapsed);
    } catch (DateTimeException | ArithmeticException tooLate) {
      return Instant.MAX;
    } finally {
      lock.unlock();
    }
  }

  void setInstant(Instant instant) {
    lock.lock();
    try {
      wallAtStart = instant.minus(elapsed);
    } finally {
      lock.unlock();
    }
  }

  void shiftWallClock(Duration shift) {
    lock.lock();
    try {
      wallAtStart = wallAtStart.plus(shift);
    } finally {
      lock.unlock();
    }
  }

  Duration elapsed() {
    lock.lock();
    try {
      return elapsed;
    } finally {
      lock.unlock();
    }
  }

  /** The moment that is some time from now; the end of time when that is too far. */
  Duration after(Duration time) {
    Duration now = elapsed();
    return END.minus(now).compareTo(time) < 0 ? END : now.plus(time);
  }

  void moveTo(Duration moment) {
    lock.lock();
    try {
      if (moment.compareTo(elapsed) > 0) {
        elapsed = moment;
      }
    } finally {
      lock.unlock();
    }
  }

  VirtualTimer schedule(long delayNanos, ScheduledTask task) {
    lock.lock();
    try {
      if (closed) {
        throw new RejectedExecutionException("The virtual runtime is closed");
      }
      Duration due = after(Duration.ofNanos(Math.max(0, delayNanos)));
      VirtualTimer timer = new VirtualTimer(due, scheduled++, task);
      timers.add(timer);
      return timer;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the next timer if it is due by the limit, and moves the clock to its due time. */
  @Nullable VirtualTimer takeDue(Duration limit) {
    lock.lock();
    try {
      if (timers.isEmpty() || timers.first().due.compareTo(limit) > 0) {
        return null;
      }
      VirtualTimer next = timers.first();
      timers.remove(next);
      moveTo(next.due);
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the next timer, however late it is due. */
  @Nullable VirtualTimer takeNext() {
    return takeDue(END);
  }

  int pendingTimers() {
    lock.lock();
    try {
      return timers.size();
    } finally {
      lock.unlock();
    }
  }

  /** Refuses timers from now on and abandons those that are left. */
  void close() {
    RejectedExecutionException reason =
        new RejectedExecutionException("The virtual runtime was closed");
    for (VirtualTimer timer : closeAndTakeAll()) {
      facts.guard(() -> timer.task.abandoned(reason));
    }
  }

  private List<VirtualTimer> closeAndTakeAll() {
    lock.lock();
    try {
      closed = true;
      List<VirtualTimer> left = List.copyOf(timers);
      timers.clear();
      return left;
    } finally {
      lock.unlock();
    }
  }

  private static long wrapped(Duration time) {
    return time.getSeconds() * 1_000_000_000L + time.getNano();
  }

  /** A timer; pending as long as it is in the set. */
  final class VirtualTimer implements PolicyRuntime.Timer, Comparable<VirtualTimer> {
    final Duration due;
    private final long sequence;
    private final ScheduledTask task;

    private VirtualTimer(Duration due, long sequence, ScheduledTask task) {
      this.due = due;
      this.sequence = sequence;
      this.task = task;
    }

    /** Runs the task; only for whoever took the timer, and without any lock. */
    void fire() {
      facts.timersFired.increment();
      facts.guard(task::run);
    }

    @Override
    public boolean cancel() {
      lock.lock();
      try {
        return timers.remove(this);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public int compareTo(VirtualTimer other) {
      int byTime = due.compareTo(other.due);
      return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(sequence);
    }
  }
}

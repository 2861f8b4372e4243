package io.firmitas.tck.monitor;

import io.firmitas.breaker.Window;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** The outcomes that a closed breaker looks at; guarded by the monitor of its circuit. */
final class Outcomes {
  private record One(long at, boolean failed, boolean slow) {}

  private final Window window;
  private final LongSupplier clock;
  private final Deque<One> kept = new ArrayDeque<>();
  private int inARow;

  Outcomes(Window window, LongSupplier clock) {
    this.window = window;
    this.clock = clock;
  }

  void add(boolean failed, boolean slow) {
    if (window instanceof Window.Consecutive) {
      inARow = failed ? inARow + 1 : 0;
      return;
    }
    kept.addLast(new One(window instanceof Window.Time ? clock.getAsLong() : 0, failed, slow));
    dropOld();
  }

  int failures() {
    return window instanceof Window.Consecutive ? inARow : count(One::failed);
  }

  int slow() {
    return count(One::slow);
  }

  int calls() {
    return window instanceof Window.Consecutive ? inARow : count(one -> true);
  }

  private int count(Predicate<One> wanted) {
    dropOld();
    return (int) kept.stream().filter(wanted).count();
  }

  private void dropOld() {
    if (window instanceof Window.Calls calls) {
      while (kept.size() > calls.size()) {
        kept.removeFirst();
      }
    } else if (window instanceof Window.Time time && !kept.isEmpty()) {
      long now = clock.getAsLong();
      kept.removeIf(one -> now - one.at >= Nanos.of(time.duration()));
    }
  }
}

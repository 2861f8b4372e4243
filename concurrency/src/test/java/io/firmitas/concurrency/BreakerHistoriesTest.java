package io.firmitas.concurrency;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.Window;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every history of calls by several threads must be one that a breaker used by one thread could
 * show. Lincheck makes the histories: by chance on real threads, and by trying the switches between
 * two threads one after the other.
 */
@Tag("stress")
class BreakerHistoriesTest {
  private static final Duration FOR_EVER = Duration.ofDays(1);

  /** The operations that all breakers have. */
  public abstract static class Recorded {
    private final CircuitBreaker breaker;

    Recorded(CircuitBreaker breaker) {
      this.breaker = breaker;
    }

    @Operation
    public void success() {
      breaker.recordSuccess();
    }

    @Operation
    public void failure() {
      breaker.recordFailure(Breakers.FAILURE);
    }

    @Operation
    public void reset() {
      breaker.reset();
    }

    @Operation
    public void forceHalfOpen() {
      breaker.forceHalfOpen();
    }

    @Operation
    public boolean acquire() {
      return breaker.tryAcquire().isPresent();
    }

    @Operation
    public String look() {
      CircuitBreakerSnapshot snapshot = breaker.snapshot();
      return snapshot.state() + " " + snapshot.failures();
    }
  }

  /** A breaker that two failures in a row open. */
  public static class Consecutive extends Recorded {
    public Consecutive() {
      super(Breakers.afterTwo());
    }
  }

  /** A breaker that opens when half of its last three calls have failed, two at least. */
  public static class Windowed extends Recorded {
    public Windowed() {
      super(
          CircuitBreaker.builder("window of three")
              .window(Window.ofCalls(3))
              .minimumCalls(2)
              .failureRate(0.5)
              .openTime(FOR_EVER)
              .build());
    }
  }

  /** What both do when one thread uses them. */
  public abstract static class Model {
    private String state = "CLOSED";
    private int permits;

    /** The failures on record. */
    int failures;

    /** Counts an outcome of a closed breaker; true when it opens. */
    abstract boolean opens(boolean failed);

    /** Forgets the outcomes counted. */
    abstract void forget();

    private void enter(String entered) {
      state = entered;
      if (entered.equals("CLOSED")) {
        failures = 0;
        forget();
      }
    }

    public void success() {
      if (state.equals("CLOSED")) {
        // A success can complete the minimum of calls.
        if (opens(false)) {
          enter("OPEN");
        }
      } else if (state.equals("HALF_OPEN")) {
        enter("CLOSED");
      }
    }

    public void failure() {
      if (state.equals("CLOSED")) {
        if (opens(true)) {
          enter("OPEN");
        }
      } else {
        failures++;
        enter("OPEN");
      }
    }

    public void reset() {
      enter("CLOSED");
    }

    public void forceHalfOpen() {
      enter("HALF_OPEN");
      permits = 1;
    }

    public boolean acquire() {
      if (state.equals("HALF_OPEN")) {
        permits--;
        return permits >= 0;
      }
      return state.equals("CLOSED");
    }

    public String look() {
      return state + " " + failures;
    }
  }

  /** The model of {@link Consecutive}. */
  public static class ConsecutiveModel extends Model {
    @Override
    boolean opens(boolean failed) {
      failures = failed ? failures + 1 : 0;
      return failures >= 2;
    }

    @Override
    void forget() {}
  }

  /** The model of {@link Windowed}. */
  public static class WindowedModel extends Model {
    private final Deque<Boolean> last = new ArrayDeque<>();

    @Override
    boolean opens(boolean failed) {
      last.addLast(failed);
      if (last.size() > 3) {
        last.removeFirst();
      }
      failures = (int) last.stream().filter(outcome -> outcome).count();
      return last.size() >= 2 && failures * 2 >= last.size();
    }

    @Override
    void forget() {
      last.clear();
    }
  }

  private static void check(Options<?, ?> options, Class<?> breaker, Class<?> model) {
    options
        .threads(2)
        .actorsPerThread(4)
        .actorsBefore(2)
        .actorsAfter(2)
        .iterations(Integer.getInteger("lincheck.iterations", 10))
        .invocationsPerIteration(300)
        .sequentialSpecification(model)
        .check(breaker);
  }

  @Test
  @DisplayName("consecutive failures on real threads look like those of one thread")
  void consecutiveByChance() {
    check(new StressOptions(), Consecutive.class, ConsecutiveModel.class);
  }

  @Test
  @DisplayName("consecutive failures under every schedule look like those of one thread")
  void consecutiveBySchedule() {
    check(new ModelCheckingOptions(), Consecutive.class, ConsecutiveModel.class);
  }

  @Test
  @DisplayName("a window on real threads looks like that of one thread")
  void windowByChance() {
    check(new StressOptions(), Windowed.class, WindowedModel.class);
  }

  @Test
  @DisplayName("a window under every schedule looks like that of one thread")
  void windowBySchedule() {
    check(new ModelCheckingOptions(), Windowed.class, WindowedModel.class);
  }
}

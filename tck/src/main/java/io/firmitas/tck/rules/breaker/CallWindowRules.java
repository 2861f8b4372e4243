package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.Window;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Windows of calls: k of n, and rates. */
public abstract class CallWindowRules extends Scenario {
  private final IOException failure = new IOException("down");

  private void record(CircuitBreaker breaker, String outcomes) {
    for (int index = 0; index < outcomes.length(); index++) {
      if (outcomes.charAt(index) == 'f') {
        breaker.recordFailure(failure);
      } else {
        breaker.recordSuccess();
      }
    }
  }

  private CircuitBreakerBuilder lastCalls(int size) {
    return CircuitBreaker.builder().window(Window.ofCalls(size));
  }

  @EachMode
  @Rule("CB-42")
  @DisplayName("3 of the last 5: a success removes no failure, the third failure opens")
  void someOfTheLast(Mode mode) {
    CircuitBreaker breaker = breaker(lastCalls(5).failureThreshold(3));
    run(mode, breaker, failing(failure));
    run(mode, breaker, returning("page"));
    run(mode, breaker, failing(failure));
    run(mode, breaker, returning("page"));
    assertEquals(2, breaker.failures());
    assertEquals(4, breaker.snapshot().calls());

    run(mode, breaker, failing(failure)).assertFailedWith(failure);

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @Test
  @Rule("CB-42")
  @DisplayName("3 of the last 5: a failure that newer outcomes have pushed out does not count")
  void pushedOut() {
    CircuitBreaker breaker = breaker(lastCalls(5).failureThreshold(3));

    record(breaker, "ffsss" + "f");
    assertEquals(2, breaker.failures());
    record(breaker, "s");
    assertEquals(1, breaker.failures());
    assertEquals(5, breaker.snapshot().calls());
    record(breaker, "f");
    assertEquals(CircuitState.CLOSED, breaker.state());
    record(breaker, "f");

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @Test
  @Rule({"CB-43", "CB-44"})
  @DisplayName("a rate is judged once the window is full, by default, and also after a success")
  void judgedWhenFull() {
    CircuitBreaker breaker = breaker(lastCalls(10).failureRate(0.5));

    record(breaker, "ffffffff" + "s");
    assertEquals(CircuitState.CLOSED, breaker.state());
    record(breaker, "s");

    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(true, events.last(CircuitStateChanged.class).cause().isEmpty());
  }

  @Test
  @Rule("CB-43")
  @DisplayName(
      "with minimumCalls the rate is judged from that many outcomes on, equal counts as reached")
  void minimumCalls() {
    CircuitBreaker breaker = breaker(lastCalls(10).failureRate(0.5).minimumCalls(4));

    record(breaker, "fff");
    assertEquals(CircuitState.CLOSED, breaker.state());
    record(breaker, "s");

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @Test
  @Rule("CB-43")
  @DisplayName("S7: ratios are compared exactly: 0.07, 0.28 and 0.55 of 100, 0.14 of 50")
  void exactRatios() {
    assertOpensAt(100, 0.07, 7);
    assertOpensAt(100, 0.28, 28);
    assertOpensAt(100, 0.55, 55);
    assertOpensAt(50, 0.14, 7);
  }

  /**
   * One failure less keeps it closed, that many open it: with the last outcome that fills the
   * window, a success.
   */
  private void assertOpensAt(int size, double rate, int failures) {
    CircuitBreaker below = breaker(lastCalls(size).failureRate(rate));
    record(below, "f".repeat(failures - 1) + "s".repeat(size - failures + 1));
    assertEquals(CircuitState.CLOSED, below.state(), failures - 1 + " of " + size + " at " + rate);
    CircuitBreaker at = breaker(lastCalls(size).failureRate(rate));
    record(at, "f".repeat(failures) + "s".repeat(size - failures - 1));
    assertEquals(CircuitState.CLOSED, at.state(), "not full yet");
    record(at, "s");
    assertEquals(CircuitState.OPEN, at.state(), failures + " of " + size + " at " + rate);
  }

  @EachMode
  @Rule("CB-43")
  @DisplayName("P21: a rate of 1.0 opens when all calls failed")
  void everyCallFailed(Mode mode) {
    CircuitBreaker breaker = breaker(lastCalls(5).failureRate(1.0));

    repeat(4, mode, breaker, failing(failure));
    assertEquals(CircuitState.CLOSED, breaker.state());
    run(mode, breaker, failing(failure));

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @EachMode
  @Rule("CB-47")
  @DisplayName("neutral outcomes and refused calls are not in the window")
  void neutralIsNotInTheWindow(Mode mode) {
    CircuitBreaker breaker =
        breaker(lastCalls(4).failureThreshold(2).ignore(IllegalStateException.class));

    repeat(6, mode, breaker, failing(new IllegalStateException()));
    run(mode, breaker, failing(failure));
    assertEquals(1, breaker.snapshot().calls());
    run(mode, breaker, failing(failure));
    assertEquals(CircuitState.OPEN, breaker.state());
    repeat(3, mode, breaker, returning("page"));

    assertEquals(2, breaker.failures());
  }

  @EachMode
  @Rule("CB-47")
  @DisplayName("closing and reset empty the window")
  void emptied(Mode mode) {
    CircuitBreaker breaker = breaker(lastCalls(4).failureThreshold(2).openTime(seconds(1)));
    repeat(2, mode, breaker, failing(failure));
    time.advance(seconds(1));
    run(mode, breaker, returning("page"));
    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(0, breaker.snapshot().calls());

    run(mode, breaker, failing(failure));
    assertEquals(CircuitState.CLOSED, breaker.state());
    breaker.reset();

    assertEquals(0, breaker.snapshot().calls());
    assertEquals(0, breaker.failures());
  }

  @Test
  @Rule({"CB-29", "CB-42"})
  @DisplayName(
      "with a window, a failure of the closed period that has just opened still counts while open")
  void lateFailure() {
    CircuitBreaker breaker = breaker(lastCalls(4).failureThreshold(2));
    var late = breaker.acquire();
    record(breaker, "ff");

    late.failure(failure);

    assertEquals(3, breaker.failures());
    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @Test
  @Rule({"CB-42", "CB-50"})
  @DisplayName("R27: counters equal a naive model over a thousand random outcomes")
  void naiveModel() {
    int size = 7;
    CircuitBreaker breaker = breaker(lastCalls(size).failureRate(1.0).minimumCalls(size));
    Deque<Boolean> model = new ArrayDeque<>();
    Random random = new Random(27);
    for (int index = 0; index < 1_000; index++) {
      boolean failed = random.nextDouble() < 0.3;
      record(breaker, failed ? "f" : "s");
      model.addLast(failed);
      if (model.size() > size) {
        model.removeFirst();
      }
      CircuitBreakerSnapshot snapshot = breaker.snapshot();
      int failures = (int) model.stream().filter(each -> each).count();
      if (snapshot.state() == CircuitState.OPEN) {
        assertEquals(size, failures);
        breaker.reset();
        model.clear();
      } else {
        assertEquals(model.size(), snapshot.calls());
        assertEquals(failures, snapshot.failures());
      }
    }
  }

  @EachMode
  @Rule({"CB-42", "CB-46"})
  @DisplayName("R27: a window of 150 calls counts failures and slow calls like a queue of 150")
  void naiveModel(Mode mode) {
    CircuitBreaker breaker =
        breaker(
            CircuitBreaker.builder()
                .window(Window.ofCalls(150))
                .failureRate(1)
                .slowCalls(seconds(1), 1));
    Random random = new Random(42);
    Deque<Boolean> failed = new ArrayDeque<>();
    Deque<Boolean> slow = new ArrayDeque<>();
    for (int index = 0; index < 500; index++) {
      failed.addLast(random.nextBoolean());
      slow.addLast(random.nextBoolean());
      var call = new ScriptedCall<String>().taking(seconds(slow.getLast() ? 1 : 0), time);
      run(mode, breaker, failed.getLast() ? call.fail(failure) : call.succeed("page"));
      if (failed.size() > 150) {
        failed.removeFirst();
        slow.removeFirst();
      }
      assertEquals(Collections.frequency(failed, true), breaker.snapshot().failures());
      assertEquals(Collections.frequency(slow, true), breaker.snapshot().slowCalls());
    }
  }
}

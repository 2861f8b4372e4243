package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.CircuitCallIgnored;
import io.firmitas.event.CircuitState;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.DisplayName;

/** What counts as failure, success, or nothing. */
public abstract class VerdictRules extends Scenario {
  private final IOException failure = new IOException("down");

  /** A half-open breaker, in which each verdict has an effect of its own. */
  private CircuitBreaker halfOpen(CircuitBreakerBuilder settings) {
    CircuitBreaker breaker = breaker(settings.failureThreshold(1));
    breaker.forceHalfOpen();
    return breaker;
  }

  private void assertVerdict(
      Mode mode, CircuitBreakerBuilder settings, Throwable thrown, CircuitState expected) {
    CircuitBreaker breaker = halfOpen(settings);
    run(mode, breaker, failing(thrown));
    assertEquals(expected, breaker.state(), "state after a probe that threw " + thrown);
  }

  @EachMode
  @Rule("CB-24")
  @DisplayName(
      "only what failOn or failIf matches is a failure, subclasses included; the rest is neutral")
  void failOn(Mode mode) {
    CircuitBreakerBuilder settings =
        CircuitBreaker.builder()
            .failOn(IOException.class)
            .failIf(thrown -> "busy".equals(thrown.getMessage()));

    assertVerdict(mode, settings, new FileNotFoundException(), CircuitState.OPEN);
    assertVerdict(mode, settings, new IllegalStateException("busy"), CircuitState.OPEN);
    assertVerdict(mode, settings, new IllegalStateException("other"), CircuitState.HALF_OPEN);
  }

  @EachMode
  @Rule("CB-24")
  @DisplayName("S28: what skipOn matches is a success, also when failOn matches it")
  void skipOn(Mode mode) {
    CircuitBreakerBuilder settings =
        CircuitBreaker.builder().failOn(IOException.class).skipOn(FileNotFoundException.class);

    assertVerdict(mode, settings, new FileNotFoundException(), CircuitState.CLOSED);
    assertVerdict(mode, settings, failure, CircuitState.OPEN);
  }

  @EachMode
  @Rule("CB-24")
  @DisplayName("C40: ignore and ignoreIf are stronger than skipOn and failOn")
  void ignore(Mode mode) {
    CircuitBreakerBuilder settings =
        CircuitBreaker.builder()
            .failOn(Exception.class)
            .skipOn(IOException.class)
            .ignore(FileNotFoundException.class)
            .ignoreIf(thrown -> "mine".equals(thrown.getMessage()));

    assertVerdict(mode, settings, new FileNotFoundException(), CircuitState.HALF_OPEN);
    assertVerdict(mode, settings, new IllegalStateException("mine"), CircuitState.HALF_OPEN);
    assertVerdict(mode, settings, failure, CircuitState.CLOSED);
    assertVerdict(mode, settings, new IllegalStateException("other"), CircuitState.OPEN);
  }

  @EachMode
  @Rule("CB-24")
  @DisplayName("cancellations count only when failOn names their kind; Exception does not")
  void cancellations(Mode mode) {
    CancellationException cancelled = new CancellationException();

    assertVerdict(mode, CircuitBreaker.builder(), cancelled, CircuitState.HALF_OPEN);
    assertVerdict(
        mode, CircuitBreaker.builder().failOn(Exception.class), cancelled, CircuitState.HALF_OPEN);
    assertVerdict(
        mode,
        CircuitBreaker.builder().failOn(CancellationException.class),
        cancelled,
        CircuitState.OPEN);
  }

  @EachMode
  @Rule("CB-24")
  @DisplayName("failIf does not name a kind; skipOn and ignore decide before the kind does")
  void cancellationsAndTheOtherFilters(Mode mode) {
    CancellationException cancelled = new CancellationException();

    assertVerdict(
        mode, CircuitBreaker.builder().failIf(thrown -> true), cancelled, CircuitState.HALF_OPEN);
    assertVerdict(
        mode,
        CircuitBreaker.builder().skipOn(CancellationException.class),
        cancelled,
        CircuitState.CLOSED);
    assertVerdict(
        mode,
        CircuitBreaker.builder()
            .failOn(CancellationException.class)
            .ignore(CancellationException.class),
        cancelled,
        CircuitState.HALF_OPEN);
  }

  @EachMode
  @Rule({"CB-25", "CB-24"})
  @DisplayName("an Error is neutral when ignored, a success when skipped")
  void filteredErrors(Mode mode) {
    AssertionError error = new AssertionError("bug");

    assertVerdict(
        mode, CircuitBreaker.builder().ignore(AssertionError.class), error, CircuitState.HALF_OPEN);
    assertVerdict(mode, CircuitBreaker.builder().skipOn(Error.class), error, CircuitState.CLOSED);
    assertVerdict(
        mode, CircuitBreaker.builder().failOn(IOException.class), error, CircuitState.HALF_OPEN);
  }

  @EachMode
  @Rule({"CB-24", "CX-10"})
  @DisplayName("P10: a rejection by a policy inside is neutral unless failOn names it")
  void rejections(Mode mode) {
    CircuitBreaker inner = breaker(CircuitBreaker.builder("inner"));
    inner.forceOpen();
    CircuitBreaker outer = halfOpen(CircuitBreaker.builder());
    CircuitBreaker strict = halfOpen(CircuitBreaker.builder().failOn(CircuitOpenException.class));
    Policy<Object> nested = Policies.wrap(outer, inner);

    run(mode, nested, returning("page")).assertFailed(CircuitOpenException.class);
    run(mode, Policies.wrap(strict, inner), returning("page"))
        .assertFailed(CircuitOpenException.class);

    assertEquals(CircuitState.HALF_OPEN, outer.state());
    assertEquals(1, outer.snapshot().permittedCalls());
    assertEquals(CircuitState.OPEN, strict.state());
  }

  @EachMode
  @Rule("CB-24")
  @DisplayName("an interrupt is neutral, also when failOn names it")
  void interrupts(Mode mode) {
    assertVerdict(
        mode,
        CircuitBreaker.builder().failOn(InterruptedException.class),
        new InterruptedException(),
        CircuitState.HALF_OPEN);
  }

  @EachMode
  @Rule({"CB-24", "CX-06"})
  @DisplayName("R5 S22: failures are judged without their wrappers, however deep")
  void wrappers(Mode mode) {
    CircuitBreakerBuilder settings = CircuitBreaker.builder().ignore(FileNotFoundException.class);
    Throwable deep = new ExecutionException(new CompletionException(new FileNotFoundException()));

    assertVerdict(mode, settings, deep, CircuitState.HALF_OPEN);
    assertVerdict(mode, settings, new CompletionException(failure), CircuitState.OPEN);
  }

  @EachMode
  @Rule({"CB-24", "CX-06"})
  @DisplayName("R5: a wrapper without a cause is the failure itself")
  void wrapperWithoutCause(Mode mode) {
    CircuitBreakerBuilder settings = CircuitBreaker.builder().ignore(FileNotFoundException.class);

    assertVerdict(mode, settings, new CompletionException("no cause", null), CircuitState.OPEN);
  }

  @EachMode
  @Rule({"CB-25", "CX-05"})
  @DisplayName("H8 R1: an Error counts as a failure by default, and leaves as the same Error")
  void errors(Mode mode) {
    AssertionError error = new AssertionError("bug");
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder());

    run(mode, breaker, failing(error)).assertFailedWith(error);

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @EachMode
  @Rule({"CB-26", "CX-14"})
  @DisplayName(
      "R4: a predicate that throws makes the call neutral; the call's failure leaves, the other one"
          + " is reported")
  void throwingPredicate(Mode mode) {
    IllegalStateException broken = new IllegalStateException("broken predicate");
    CircuitBreaker breaker =
        halfOpen(
            CircuitBreaker.builder()
                .failIf(
                    thrown -> {
                      throw broken;
                    }));

    for (int index = 0; index < 3; index++) {
      run(mode, breaker, failing(failure)).assertFailedWith(failure);
      assertEquals(1, breaker.snapshot().permittedCalls());
    }

    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertSame(broken, events.last(CallbackFailed.class).failure());
    assertEquals(3, events.of(CircuitCallIgnored.class).size());
    assertEquals(0, failure.getSuppressed().length);
  }

  @EachMode
  @Rule("CB-27")
  @DisplayName("a result that failOnResult matches is counted as a failure and returned")
  void failOnResult(Mode mode) {
    CircuitBreaker breaker =
        halfOpen(
            CircuitBreaker.builder()
                .failOnResult(String.class, result -> result.startsWith("error")));

    run(mode, breaker, returning("error 500")).assertReturned("error 500");

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @EachMode
  @Rule("CB-27")
  @DisplayName(
      "failOnResult is not asked for results of another type, for null, or when the call threw")
  void failOnResultAsksNothingElse(Mode mode) {
    List<Object> asked = new ArrayList<>();
    CircuitBreaker other =
        halfOpen(
            CircuitBreaker.builder()
                .failOnResult(
                    Object.class,
                    result -> {
                      asked.add(result);
                      return false;
                    })
                .failOnResult(Integer.class, result -> true)
                .ignore(IOException.class));

    run(mode, other, failing(failure)).assertFailedWith(failure);
    assertEquals(CircuitState.HALF_OPEN, other.state());
    assertEquals(List.of(), asked);
    run(mode, other, returning("page")).assertReturned("page");
    assertEquals(CircuitState.CLOSED, other.state());
    run(mode, other, returning(Scenario.<String>nothing())).assertReturned(null);

    assertEquals(0, other.failures());
    assertEquals(List.of("page"), asked);
  }

  @EachMode
  @Rule({"CB-26", "CB-27"})
  @DisplayName(
      "a condition on results that throws makes the call neutral, and the result is returned")
  void throwingResultCondition(Mode mode) {
    IllegalStateException broken = new IllegalStateException("broken condition");
    CircuitBreaker breaker =
        halfOpen(
            CircuitBreaker.builder()
                .failOnResult(
                    String.class,
                    result -> {
                      throw broken;
                    }));

    run(mode, breaker, returning("page")).assertReturned("page");

    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertEquals(1, breaker.snapshot().permittedCalls());
    assertSame(broken, events.last(CallbackFailed.class).failure());
  }
}

package io.firmitas.tck.rules.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firmitas.CallRejectedException;
import io.firmitas.Policies;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.CircuitCallRejected;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.DisplayName;

/** Which failures are retried. */
public abstract class RetriedFailureRules extends Scenario {
  private RetryBuilder atOnce() {
    return Retry.builder().delay(seconds(0));
  }

  private void assertAttempts(Mode mode, int expected, RetryBuilder settings, Throwable thrown) {
    ScriptedCall<String> call = failing(thrown);
    run(mode, retry(settings), call);
    assertEquals(expected, call.count(), "attempts of a call that throws " + thrown);
  }

  @EachMode
  @Rule("RT-11")
  @DisplayName(
      "T5 T170 Z50 Z51: by default checked and unchecked exceptions are retried, errors are not")
  void byDefault(Mode mode) {
    assertAttempts(mode, 3, atOnce(), new IOException());
    assertAttempts(mode, 3, atOnce(), new IllegalStateException());
    assertAttempts(mode, 1, atOnce(), new AssertionError());
    assertAttempts(mode, 1, atOnce(), new CancellationException());
  }

  @EachMode
  @Rule({"RT-12", "CX-04"})
  @DisplayName("T173 G40 Z12 Z15 Z16: only named types and their subclasses are retried")
  void retryOn(Mode mode) {
    RetryBuilder settings = atOnce().retryOn(IOException.class);

    assertAttempts(mode, 3, settings, new IOException());
    assertAttempts(mode, 3, settings, new FileNotFoundException());
    assertAttempts(mode, 1, settings, new IllegalStateException());
  }

  @EachMode
  @Rule("RT-12")
  @DisplayName("retryIf adds a condition to retryOn, and alone it is the only one")
  void retryIf(Mode mode) {
    RetryBuilder both =
        atOnce().retryOn(IOException.class).retryIf(thrown -> "busy".equals(thrown.getMessage()));
    RetryBuilder alone = atOnce().retryIf(thrown -> "busy".equals(thrown.getMessage()));

    assertAttempts(mode, 3, both, new IllegalStateException("busy"));
    assertAttempts(mode, 3, both, new IOException());
    assertAttempts(mode, 1, both, new IllegalStateException());
    assertAttempts(mode, 1, alone, new IOException());
  }

  @EachMode
  @Rule("RT-13")
  @DisplayName("Z14: abortOn and abortIf are stronger than retryOn")
  void abortOn(Mode mode) {
    RetryBuilder settings =
        atOnce()
            .retryOn(Exception.class)
            .abortOn(FileNotFoundException.class)
            .abortIf(thrown -> "fatal".equals(thrown.getMessage()));

    assertAttempts(mode, 1, settings, new FileNotFoundException());
    assertAttempts(mode, 1, settings, new IOException("fatal"));
    assertAttempts(mode, 3, settings, new IOException());
  }

  @EachMode
  @Rule("RT-14")
  @DisplayName("P6 R11 R20 P5: VM errors and interrupts are never retried, not even when named")
  void never(Mode mode) {
    RetryBuilder settings =
        atOnce()
            .retryOn(Throwable.class, OutOfMemoryError.class, InterruptedException.class)
            .retryIf(thrown -> true);

    assertAttempts(mode, 1, settings, new OutOfMemoryError());
    assertAttempts(mode, 1, settings, new StackOverflowError());
    assertAttempts(mode, 1, settings, new InterruptedException());
  }

  @EachMode
  @Rule({"RT-15", "CX-05"})
  @DisplayName(
      "R11 H8: errors are retried only on a type of retryOn, alike in both forms; predicates are"
          + " not asked")
  void errors(Mode mode) {
    AssertionError error = new AssertionError("bug");

    assertAttempts(mode, 3, atOnce().retryOn(Throwable.class), error);
    assertAttempts(mode, 3, atOnce().retryOn(AssertionError.class), error);
    assertAttempts(mode, 1, atOnce().retryOn(Exception.class), error);
    assertAttempts(mode, 1, atOnce().retryIf(thrown -> true), error);
    run(mode, retry(atOnce()), failing(error)).assertFailedWith(error);
  }

  @EachMode
  @Rule({"RT-16", "CX-10"})
  @DisplayName(
      "V5 C21: an open breaker inside is not retried, unless CircuitOpenException or its kind is"
          + " named")
  void rejections(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    breaker.forceOpen();
    int asked = 0;
    for (RetryBuilder settings :
        List.of(
            atOnce(),
            atOnce().retryOn(RuntimeException.class),
            atOnce().retryIf(thrown -> true),
            atOnce().retryOn(CircuitOpenException.class),
            atOnce().retryOn(CallRejectedException.class))) {
      events.clear();
      run(mode, Policies.wrap(retry(settings), breaker), returning("page"))
          .assertFailed(CircuitOpenException.class);
      int attempts = events.of(CircuitCallRejected.class).size();
      assertEquals(asked < 3 ? 1 : 3, attempts, "attempts of settings " + asked);
      asked++;
    }
  }

  @EachMode
  @Rule("RT-16")
  @DisplayName("a cancellation is retried only when its own kind is named")
  void cancellations(Mode mode) {
    CancellationException cancelled = new CancellationException();

    assertAttempts(mode, 1, atOnce().retryOn(RuntimeException.class), cancelled);
    assertAttempts(mode, 3, atOnce().retryOn(CancellationException.class), cancelled);
  }

  @EachMode
  @Rule({"RT-17", "CX-14"})
  @DisplayName(
      "V20: a predicate that throws is reported; the failure is not retried and leaves unmodified")
  void throwingPredicate(Mode mode) {
    IllegalStateException broken = new IllegalStateException("broken predicate");
    IOException failure = new IOException("down");
    ScriptedCall<String> call = failing(failure);

    run(
            mode,
            retry(
                atOnce()
                    .retryIf(
                        thrown -> {
                          throw broken;
                        })),
            call)
        .assertFailedWith(failure);
    run(
            mode,
            retry(
                atOnce()
                    .abortIf(
                        thrown -> {
                          throw broken;
                        })),
            call)
        .assertFailedWith(failure);

    assertEquals(2, call.count());
    assertEquals(2, events.of(CallbackFailed.class).size());
    assertEquals(broken, events.last(CallbackFailed.class).failure());
    assertEquals(0, failure.getSuppressed().length);
  }

  @EachMode
  @Rule({"CX-06", "RT-12"})
  @DisplayName("S22 R5: a failure that arrives wrapped is judged by what it wraps")
  void wrapped(Mode mode) {
    RetryBuilder settings =
        atOnce().retryOn(IOException.class).abortOn(FileNotFoundException.class);

    assertAttempts(mode, 3, settings, new CompletionException(new IOException()));
    assertAttempts(
        mode, 3, settings, new ExecutionException(new CompletionException(new IOException())));
    assertAttempts(mode, 1, settings, new CompletionException(new FileNotFoundException()));
    assertAttempts(mode, 1, settings, new CompletionException("no cause", null));
    assertAttempts(mode, 1, atOnce(), new CompletionException(new OutOfMemoryError()));
  }

  @EachMode
  @Rule("CX-06")
  @DisplayName("R5: wrappers that are each other's cause are judged without end")
  void cycle(Mode mode) {
    CompletionException first = new OpenWrapper();
    first.initCause(new CompletionException("second", first));

    assertAttempts(mode, 3, atOnce(), first);
  }

  /** A wrapper whose cause can still be set. */
  private static final class OpenWrapper extends CompletionException {
    private static final long serialVersionUID = 1L;

    OpenWrapper() {
      super("first");
    }
  }
}

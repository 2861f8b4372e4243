package io.firmitas.tck.rules.fallback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.firmitas.Context;
import io.firmitas.event.FallbackApplied;
import io.firmitas.event.FallbackFailed;
import io.firmitas.event.PolicyEvent;
import io.firmitas.fallback.Fallback;
import io.firmitas.fallback.FallbackBuilder;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Handlers that fail, handlers that take time, and what is told about them. */
public abstract class FallbackAnswerRules extends Scenario {
  private final IOException failure = new IOException("down");

  private static FallbackBuilder<String> handlers() {
    return Fallback.<String>builder().name("cache");
  }

  @EachMode
  @Rule({"FB-07", "CX-14", "EV-12"})
  @DisplayName("F23: what a handler throws leaves unchanged; the call's failure is in the event")
  void handlerThrows(Mode mode) {
    IllegalStateException empty = new IllegalStateException("cache is empty");
    Fallback<String> fallback =
        fallback(
            handlers()
                .on(
                    IOException.class,
                    thrown -> {
                      throw empty;
                    })
                .on(Exception.class, thrown -> "second handler"));

    run(mode, fallback, failing(failure)).assertFailedWith(empty);

    assertEquals(0, empty.getSuppressed().length);
    assertEquals(0, failure.getSuppressed().length);
    assertEquals(List.<PolicyEvent>of(new FallbackFailed("cache", failure, empty)), events.all());
  }

  @EachMode
  @Rule("FB-07")
  @DisplayName(
      "F23: the call's failure is suppressed in what the handler throws when that is an exception"
          + " of Firmitas")
  void handlerThrowsOurs(Mode mode) {
    TimeoutExceededException ours = new TimeoutExceededException("other", 1, false);
    Fallback<String> fallback =
        fallback(
            handlers()
                .on(
                    IOException.class,
                    thrown -> {
                      throw ours;
                    }));

    run(mode, fallback, failing(failure)).assertFailedWith(ours);

    assertEquals(List.of(failure), List.of(ours.getSuppressed()));
  }

  @EachMode
  @Rule({"FB-07", "CX-05"})
  @DisplayName("an Error of a handler leaves as that Error")
  void handlerThrowsError(Mode mode) {
    AssertionError error = new AssertionError("bug");
    Fallback<String> fallback =
        fallback(
            handlers()
                .on(
                    IOException.class,
                    thrown -> {
                      throw error;
                    }));

    run(mode, fallback, failing(failure)).assertFailedWith(error);
  }

  @EachMode
  @Rule({"FB-07", "EV-12"})
  @DisplayName("a handler of results that throws: the event has no failure of the call")
  void resultHandlerThrows(Mode mode) {
    IllegalStateException empty = new IllegalStateException("cache is empty");
    Fallback<String> fallback =
        fallback(
            handlers()
                .onResult(
                    String::isEmpty,
                    result -> {
                      throw empty;
                    }));

    run(mode, fallback, returning("")).assertFailedWith(empty);

    assertEquals(List.<PolicyEvent>of(new FallbackFailed("cache", null, empty)), events.all());
  }

  @EachMode
  @Rule({"FB-10", "EV-12"})
  @DisplayName("mapFailure throws the exception it makes; that is its answer")
  void mapFailure(Mode mode) {
    IllegalStateException mapped = new IllegalStateException("mapped");
    Fallback<String> fallback =
        fallback(handlers().mapFailure(IOException.class, thrown -> mapped));

    run(mode, fallback, failing(failure)).assertFailedWith(mapped);

    assertEquals(0, mapped.getSuppressed().length);
    assertEquals(List.<PolicyEvent>of(new FallbackApplied("cache", failure)), events.all());
  }

  @EachMode
  @Rule({"EV-12", "EV-13"})
  @DisplayName("an answer publishes one event with the failure, unwrapped")
  void applied(Mode mode) {
    Fallback<String> fallback = fallback(handlers().on(IOException.class, thrown -> "cached"));

    run(mode, fallback, failing(new CompletionException(failure))).assertReturned("cached");

    assertEquals(List.<PolicyEvent>of(new FallbackApplied("cache", failure)), events.all());
  }

  @EachMode
  @Rule("FB-11")
  @DisplayName(
      "an asynchronous handler is waited for in the synchronous form, and without a thread in the"
          + " other")
  void asyncHandler(Mode mode) {
    ScriptedCall<String> answer =
        new ScriptedCall<String>().taking(seconds(3), time).succeed("from far");
    Fallback<String> fallback =
        fallback(
            handlers()
                .onAsync(
                    IOException.class, (thrown, context) -> answer.asAsyncCall().invoke(context)));

    run(mode, fallback, failing(failure)).assertReturned("from far").assertTook(seconds(3));

    assertEquals(List.of(), time.sleeps());
    assertEquals(0, time.tasksRun(), "threads held");
    assertEquals(List.<PolicyEvent>of(new FallbackApplied("cache", failure)), events.all());
  }

  @EachMode
  @Rule({"FB-11", "FB-07"})
  @DisplayName(
      "an asynchronous handler that fails, late or at once, or gives no stage, has thrown that")
  void asyncHandlerFails(Mode mode) {
    IllegalStateException late = new IllegalStateException("late");
    ScriptedCall<String> answer = new ScriptedCall<String>().taking(seconds(3), time).fail(late);
    Fallback<String> failingLate =
        fallback(
            handlers()
                .onAsync(
                    IOException.class, (thrown, context) -> answer.asAsyncCall().invoke(context)));
    Fallback<String> withoutStage =
        fallback(handlers().onAsync(IOException.class, (thrown, context) -> nothing()));

    run(mode, failingLate, failing(failure)).assertFailedWith(late);
    assertEquals(late, events.last(FallbackFailed.class).fallbackFailure());
    run(mode, withoutStage, failing(failure)).assertFailed(NullPointerException.class);
  }

  @EachMode
  @Rule("FB-14")
  @DisplayName(
      "Fallback.of and from answer exceptions and rejections, but no error, interrupt or"
          + " cancellation")
  void shortForms(Mode mode) {
    Fallback<String> fallback =
        create(Fallback.<String>builder().on(Exception.class, thrown -> "cached").config());

    run(mode, fallback, failing(failure)).assertReturned("cached");
    run(mode, fallback, failing(new TimeoutExceededException("limit", 1, false)))
        .assertReturned("cached");
    for (Throwable special :
        List.of(new AssertionError(), new InterruptedException(), new CancellationException())) {
      run(mode, fallback, failing(special)).assertFailedWith(special);
    }
  }

  @Test
  @Rule({"FB-11", "AS-05"})
  @DisplayName("cancelling the future while an asynchronous handler answers cancels that answer")
  void cancelledAnswer() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    Fallback<String> fallback =
        fallback(handlers().onAsync(IOException.class, (thrown, context) -> answer));
    CompletableFuture<String> future =
        fallback.executeAsync(failing(failure).asAsyncCall(), Context.root());
    assertFalse(future.isDone());

    future.cancel(true);

    assertEquals(true, answer.isCancelled());
    assertEquals(true, future.isCancelled());
  }
}

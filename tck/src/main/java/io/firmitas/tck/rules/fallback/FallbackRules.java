package io.firmitas.tck.rules.fallback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.FallbackApplied;
import io.firmitas.fallback.Fallback;
import io.firmitas.fallback.FallbackBuilder;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.timeout.Timeout;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;

/** Which handler answers what. */
public abstract class FallbackRules extends Scenario {
  private final IOException failure = new IOException("down");

  private static FallbackBuilder<String> handlers() {
    return Fallback.builder();
  }

  @EachMode
  @Rule({"FB-01", "CX-04"})
  @DisplayName("a call that succeeds passes, and no handler runs")
  void success(Mode mode) {
    AtomicInteger handled = new AtomicInteger();
    Fallback<String> fallback =
        fallback(handlers().on(Throwable.class, thrown -> "cached " + handled.incrementAndGet()));

    run(mode, fallback, returning("page")).assertReturned("page");

    assertEquals(0, handled.get());
    assertEquals(List.of(), events.all());
  }

  @EachMode
  @Rule({"FB-07", "CX-01"})
  @DisplayName("fallbacks chain: the one outside answers what the handler of the one inside throws")
  void chain(Mode mode) {
    IllegalStateException nothingCached = new IllegalStateException("nothing cached");
    Fallback<String> cache =
        fallback(
            handlers()
                .on(
                    IOException.class,
                    thrown -> {
                      throw nothingCached;
                    }));
    Fallback<String> last =
        fallback(handlers().on(Exception.class, thrown -> "after " + thrown.getMessage()));

    run(mode, Policies.wrap(last, cache), failing(failure)).assertReturned("after nothing cached");
    run(mode, Policies.wrap(last, cache), returning("page")).assertReturned("page");
  }

  @EachMode
  @Rule({"FB-02", "FB-03"})
  @DisplayName("T194: the first handler whose type fits answers, subclasses included")
  void firstFits(Mode mode) {
    Fallback<String> fallback =
        fallback(
            handlers()
                .on(FileNotFoundException.class, thrown -> "missing")
                .on(IOException.class, thrown -> "down")
                .on(Exception.class, thrown -> "broken"));

    run(mode, fallback, failing(new FileNotFoundException())).assertReturned("missing");
    run(mode, fallback, failing(failure)).assertReturned("down");
    run(mode, fallback, failing(new IllegalStateException())).assertReturned("broken");
  }

  @EachMode
  @Rule({"FB-03", "CX-04"})
  @DisplayName("when no handler fits, the failure leaves as it is")
  void noneFits(Mode mode) {
    Fallback<String> fallback =
        fallback(handlers().on(IllegalStateException.class, thrown -> "cached"));

    run(mode, fallback, failing(failure)).assertFailedWith(failure);

    assertEquals(List.of(), events.all());
  }

  @EachMode
  @Rule({"FB-04", "CX-06"})
  @DisplayName("S22 R5: handlers are chosen by, and get, the unwrapped failure")
  void unwrapped(Mode mode) {
    Throwable[] got = new Throwable[1];
    Fallback<String> fallback =
        fallback(
            handlers()
                .on(
                    IOException.class,
                    thrown -> {
                      got[0] = thrown;
                      return "cached";
                    }));

    run(mode, fallback, failing(new CompletionException(failure))).assertReturned("cached");

    assertSame(failure, got[0]);
  }

  @EachMode
  @Rule("FB-05")
  @DisplayName(
      "interrupts, cancellations and VM errors are answered only by a handler for just that kind")
  void specialKinds(Mode mode) {
    for (Throwable special :
        List.of(new InterruptedException(), new CancellationException(), new OutOfMemoryError())) {
      Fallback<String> broad =
          fallback(
              handlers()
                  .on(Throwable.class, thrown -> "all")
                  .on(Exception.class, thrown -> "exceptions")
                  .on(RuntimeException.class, thrown -> "unchecked")
                  .on(Error.class, thrown -> "errors")
                  .onFailure(thrown -> true, thrown -> "any"));
      run(mode, broad, failing(special)).assertFailedWith(special);
      run(
              mode,
              fallback(handlers().on(special.getClass(), thrown -> "just that")),
              failing(special))
          .assertReturned("just that");
    }
  }

  @EachMode
  @Rule({"FB-06", "CX-05"})
  @DisplayName(
      "S2: other errors are answered for Throwable or Error, alike alone and around other policies")
  void errors(Mode mode) {
    AssertionError error = new AssertionError("bug");
    Fallback<String> all = fallback(handlers().on(Throwable.class, thrown -> "cached"));
    Fallback<String> errors = fallback(handlers().on(Error.class, thrown -> "cached"));
    Fallback<String> exceptions = fallback(handlers().on(Exception.class, thrown -> "cached"));

    run(mode, all, failing(error)).assertReturned("cached");
    run(mode, errors, failing(error)).assertReturned("cached");
    run(mode, exceptions, failing(error)).assertFailedWith(error);
    for (Policy<Object> inner :
        List.<Policy<Object>>of(
            Policies.wrap(retry(Retry.builder())),
            Policies.wrap(timeout(Timeout.builder(seconds(1)))),
            Policies.wrap(breaker(CircuitBreaker.builder())))) {
      run(mode, Policies.<String>wrap(all, inner), failing(error)).assertReturned("cached");
      run(mode, Policies.<String>wrap(exceptions, inner), failing(error)).assertFailedWith(error);
    }
  }

  @EachMode
  @Rule("FB-08")
  @DisplayName(
      "F23: results are replaced by condition; the condition is not asked when the call threw")
  void results(Mode mode) {
    Fallback<String> fallback =
        fallback(
            handlers()
                .onResult(
                    result -> result == null || result.isEmpty(), result -> "nothing: " + result));

    run(mode, fallback, returning("")).assertReturned("nothing: ");
    run(mode, fallback, returning("page")).assertReturned("page");
    run(mode, fallback, failing(failure)).assertFailedWith(failure);

    assertEquals(List.of(new FallbackApplied("fallback", null)), events.all());
  }

  @EachMode
  @Rule("FB-08")
  @DisplayName("a condition on results that throws is reported, and the result passes")
  void throwingResultCondition(Mode mode) {
    IllegalStateException broken = new IllegalStateException("broken condition");
    Fallback<String> fallback =
        fallback(
            handlers()
                .onResult(
                    result -> {
                      throw broken;
                    },
                    result -> "replaced"));

    run(mode, fallback, returning("page")).assertReturned("page");

    assertSame(broken, events.last(CallbackFailed.class).failure());
  }

  @EachMode
  @Rule("FB-09")
  @DisplayName("a condition on failures that throws is reported, and the next handler is asked")
  void throwingCondition(Mode mode) {
    IllegalStateException broken = new IllegalStateException("broken condition");
    Fallback<String> fallback =
        fallback(
            handlers()
                .onFailure(
                    thrown -> {
                      throw broken;
                    },
                    thrown -> "first")
                .onFailure(thrown -> "other".equals(thrown.getMessage()), thrown -> "second")
                .onFailure(thrown -> "down".equals(thrown.getMessage()), thrown -> "third"));

    run(mode, fallback, failing(failure)).assertReturned("third");

    assertSame(broken, events.last(CallbackFailed.class).failure());
  }

  @EachMode
  @Rule("FB-12")
  @DisplayName("a contextual handler gets the context with which the fallback was called")
  void context(Mode mode) {
    ContextKey<String> user = ContextKey.named("user");
    Fallback<String> fallback =
        fallback(
            handlers()
                .on(
                    IOException.class,
                    (thrown, context) -> "cached for " + context.get(user).orElse("nobody")));

    run(mode, fallback, failing(failure), Context.root().with(user, "ada"))
        .assertReturned("cached for ada");
  }

  @EachMode
  @Rule({"FB-13", "CX-15"})
  @DisplayName("null is an answer")
  void nullAnswer(Mode mode) {
    FallbackBuilder<String> settings = Fallback.builder();

    run(mode, fallback(settings.on(IOException.class, thrown -> nothing())), failing(failure))
        .assertReturned(null);
  }

  @EachMode
  @Rule({"FB-14", "CB-06"})
  @DisplayName("T18 T194 Z32 C53: around an open breaker, the answer is given without a call")
  void aroundOpenBreaker(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    breaker.forceOpen();
    ScriptedCall<String> call = returning("page");
    Fallback<String> any = fallback(handlers().on(Exception.class, thrown -> "cached"));
    Fallback<String> refusals =
        fallback(handlers().on(CircuitOpenException.class, thrown -> "refused"));

    run(mode, Policies.<String>wrap(any, breaker), call).assertReturned("cached");
    run(mode, Policies.<String>wrap(refusals, breaker), call).assertReturned("refused");
    assertEquals(0, call.count());
    breaker.reset();

    run(mode, Policies.<String>wrap(refusals, breaker), failing(failure)).assertFailedWith(failure);
  }
}

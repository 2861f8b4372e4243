package io.firmitas.tck.rules.composition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firmitas.CallFailedException;
import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.Outcome;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the conveniences do, and lambdas as policies. */
public abstract class ConvenienceRules extends Scenario {
  private final IOException failure = new IOException("down");

  private Retry retryOf(int attempts) {
    return retry(Retry.builder("catalog").maxAttempts(attempts).delay(seconds(0)));
  }

  @Test
  @Rule("CX-08")
  @DisplayName("a lambda is a policy, and composes with built-in ones")
  void lambda() throws Exception {
    List<String> log = new ArrayList<>();
    Policy<String> logged =
        (call, context) -> {
          log.add("attempt " + context.attempt());
          return call.invoke(context);
        };
    ScriptedCall<String> call = new ScriptedCall<String>().fail(failure).succeed("page");

    String page = Policies.<String>wrap(retryOf(3), logged).execute(call.asCall(), Context.root());

    assertEquals("page", page);
    assertEquals(List.of("attempt 1", "attempt 2"), log);
  }

  @Test
  @Rule({"CX-12", "CX-04"})
  @DisplayName("T147 T148 T149 T157 T158: call, get, run and decorate go through the policy")
  void conveniences() throws Exception {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    AtomicInteger ran = new AtomicInteger();

    String called = breaker.call(() -> "called");
    int got = breaker.get(() -> 42);
    breaker.run(ran::incrementAndGet);
    String decorated = breaker.decorate(() -> "decorated").call();

    assertEquals(List.of("called", 42, "decorated", 1), List.of(called, got, decorated, ran.get()));
    assertEquals(4, events.kinds().stream().filter("CircuitCallSucceeded"::equals).count());
  }

  @Test
  @Rule("CX-12")
  @DisplayName(
      "get and run carry a checked exception of a policy out as CallFailedException, unchecked ones"
          + " as they are")
  void checkedExceptions() {
    Fallback<String> fallback =
        fallback(
            Fallback.<String>builder()
                .on(
                    IllegalStateException.class,
                    thrown -> {
                      throw failure;
                    }));
    IllegalStateException unchecked = new IllegalStateException();
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());

    CallFailedException carried =
        assertThrows(
            CallFailedException.class,
            () ->
                fallback.get(
                    () -> {
                      throw unchecked;
                    }));
    IllegalStateException same =
        assertThrows(
            IllegalStateException.class,
            () ->
                breaker.run(
                    () -> {
                      throw unchecked;
                    }));

    assertSame(failure, carried.getCause());
    assertSame(unchecked, same);
  }

  @Test
  @Rule({"CX-12", "CX-15"})
  @DisplayName("callAsync goes through the policy; null passes in every form")
  void asyncConveniences() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());

    CompletableFuture<String> future =
        breaker.callAsync(() -> CompletableFuture.completedFuture("page"));
    CompletableFuture<@Nullable Object> nothing =
        breaker.callAsync(() -> CompletableFuture.completedFuture(null));

    Outcome.of(time, future).assertReturned("page");
    Outcome.of(time, nothing).assertReturned(null);
    assertEquals(2, events.kinds().stream().filter("CircuitCallSucceeded"::equals).count());
  }
}

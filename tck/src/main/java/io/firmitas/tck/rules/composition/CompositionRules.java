package io.firmitas.tck.rules.composition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitState;
import io.firmitas.event.PolicyEvent;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.Timeout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Policies around policies, and the conveniences. */
public abstract class CompositionRules extends Scenario {
  private final IOException failure = new IOException("down");

  private Retry retryOf(int attempts) {
    return retry(Retry.builder("catalog").maxAttempts(attempts).delay(seconds(0)));
  }

  @EachMode
  @Rule({"CX-01", "EV-13"})
  @DisplayName("wrap: the first argument is outermost, an outcome passes the last one first")
  void order(Mode mode) {
    Fallback<String> fallback =
        fallback(
            Fallback.<String>builder().name("outermost").on(Exception.class, thrown -> "cached"));
    Policy<String> policy =
        Policies.wrap(
            fallback,
            retry(Retry.builder("second").maxAttempts(1)),
            breaker(CircuitBreaker.builder("third")),
            timeout(Timeout.builder(seconds(1)).name("innermost")));

    run(mode, policy, failing(failure)).assertReturned("cached");

    List<String> ends = new ArrayList<>();
    for (PolicyEvent event : events.all()) {
      if (!event.getClass().getSimpleName().matches("AttemptStarted|CircuitCallPermitted")) {
        ends.add(event.policy());
      }
    }
    assertEquals(List.of("innermost", "third", "second", "outermost"), ends);
  }

  @Test
  @Rule("CX-02")
  @DisplayName(
      "policies describe themselves by kind and name, compositions from the outermost to the"
          + " innermost")
  void describe() {
    Policy<String> policy =
        Policies.wrap(
            fallback(
                Fallback.<String>builder().name("cached").on(Exception.class, thrown -> "cached")),
            retryOf(3),
            breaker(CircuitBreaker.builder("catalog")),
            timeout(Timeout.builder(seconds(1)).name("short")));

    assertEquals(
        "fallback(cached) > retry(catalog) > circuit-breaker(catalog) > timeout(short)",
        policy.describe());
  }

  @EachMode
  @Rule("CX-03")
  @DisplayName("C36: a breaker in two compositions is one breaker")
  void shared(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(2));
    Policy<Object> first = Policies.wrap(retryOf(1), breaker);
    Policy<Object> second = Policies.wrap(timeout(Timeout.builder(seconds(1))), breaker);

    run(mode, first, failing(failure));
    run(mode, second, failing(failure));

    assertEquals(CircuitState.OPEN, breaker.state());
    run(mode, first, returning("page")).assertFailed(CircuitOpenException.class);
  }

  @EachMode
  @Rule({"CX-04", "CX-05", "CX-14"})
  @DisplayName(
      "T24 H8: through all policies the very same result, exception or error comes out, unmodified")
  void sameObjects(Mode mode) {
    Policy<Object> policy =
        Policies.<Object>wrap(
            fallback(Fallback.builder().on(NoSuchElementException.class, thrown -> "cached")),
            retryOf(2),
            breaker(CircuitBreaker.builder()),
            timeout(Timeout.builder(seconds(1))));
    Object result = new Object();
    AssertionError error = new AssertionError("bug");

    assertSame(result, run(mode, policy, returning(result)).result());
    run(mode, policy, failing(failure)).assertFailedWith(failure);
    run(mode, policy, failing(error)).assertFailedWith(error);

    assertEquals(0, failure.getSuppressed().length);
    assertEquals(0, error.getSuppressed().length);
  }

  @EachMode
  @Rule("CX-07")
  @DisplayName("values and deadline of the context reach the call through all policies")
  void context(Mode mode) {
    ContextKey<String> user = ContextKey.named("user");
    ScriptedCall<String> call = returning("page");
    Policy<Object> policy =
        Policies.<Object>wrap(
            fallback(Fallback.builder().on(Exception.class, thrown -> "cached")),
            retryOf(2),
            breaker(CircuitBreaker.builder()),
            timeout(Timeout.builder(seconds(100))));

    run(mode, policy, call, Context.root().with(user, "ada").withTimeLimit(time, seconds(7)));

    Context seen = call.contexts().get(0);
    assertEquals(Optional.of("ada"), seen.get(user));
    assertEquals(Optional.of(seconds(7)), seen.remaining());
    assertEquals(1, seen.attempt());
  }

  @EachMode
  @Rule({"CX-07", "CX-04"})
  @DisplayName("without a timeout the call has no deadline")
  void noDeadline(Mode mode) {
    ScriptedCall<String> call = returning("page");

    run(mode, Policies.wrap(retryOf(2), breaker(CircuitBreaker.builder())), call);

    assertEquals(Optional.empty(), call.contexts().get(0).remaining());
  }

  @EachMode
  @Rule({"CX-11", "CX-09"})
  @DisplayName(
      "G73 C42: when asks its condition once per call, and the chosen policy guards the whole call")
  void when(Mode mode) {
    AtomicInteger asked = new AtomicInteger();
    ContextKey<Boolean> cold = ContextKey.named("cold");
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    Policy<Object> policy =
        Policies.<Object>when(
            context -> {
              asked.incrementAndGet();
              return context.get(cold).orElse(false);
            },
            Policies.wrap(breaker),
            Policies.wrap(retryOf(3), breaker));
    ScriptedCall<String> coldCall = failing(failure);
    ScriptedCall<String> warmCall = failing(failure);

    run(mode, policy, coldCall, Context.root().with(cold, true)).assertFailedWith(failure);
    run(mode, policy, warmCall).assertFailedWith(failure);

    assertEquals(1, coldCall.count());
    assertEquals(3, warmCall.count());
    assertEquals(2, asked.get());
    assertEquals(4, breaker.failures());
  }

  @Test
  @Rule("CX-16")
  @DisplayName("RG-14: a composition resets its parts, also those of a part")
  void reset() {
    CircuitBreaker outer = breaker(CircuitBreaker.builder());
    CircuitBreaker inner = breaker(CircuitBreaker.builder());
    Policy<Object> policy = Policies.wrap(outer, retryOf(2), Policies.wrap(inner, retryOf(1)));
    outer.forceOpen();
    inner.forceOpen();

    policy.reset();

    assertEquals(CircuitState.CLOSED, outer.state());
    assertEquals(CircuitState.CLOSED, inner.state());
  }

  @Test
  @Rule("CX-17")
  @DisplayName(
      "the runtime of a composition is the first of its policies' that is not the system's")
  void runtimeOfAComposition() {
    PolicyRuntime other = new VirtualRuntime();
    Policy<Object> lambda = (call, context) -> call.invoke(context);
    Retry onTime = retryOf(1);
    CircuitBreaker elsewhere = create(CircuitBreaker.builder().runtime(other).config());

    assertSame(time, Policies.wrap(onTime, elsewhere).runtime());
    assertSame(other, Policies.wrap(elsewhere, onTime).runtime());
    assertSame(time, Policies.wrap(lambda, onTime, elsewhere).runtime());
    assertSame(time, Policies.wrap(onTime, lambda).runtime());
    Retry onSystem = create(Retry.builder().config());
    assertSame(time, Policies.wrap(onSystem, onTime).runtime());
  }
}

package io.firmitas.tck.rules.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.RetryFailed;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.tck.harness.Crowd;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How often a retry calls, and what it tells the call. */
public abstract class AttemptRules extends Scenario {
  private final IOException failure = new IOException("down");

  private RetryBuilder atOnce() {
    return Retry.builder().delay(seconds(0));
  }

  @EachMode
  @Rule({"RT-01", "RT-02"})
  @DisplayName("T167 G32 G38 Z8 C3: an always failing call is made 3 times by default")
  void threeAttempts(Mode mode) {
    ScriptedCall<String> call = failing(failure);

    run(mode, retry(Retry.builder()), call).assertFailedWith(failure);

    assertEquals(3, call.count());
  }

  @EachMode
  @Rule("RT-01")
  @DisplayName("the result of the first success is returned and no attempt follows")
  void firstSuccess(Mode mode) {
    ScriptedCall<String> call =
        new ScriptedCall<String>().fail(2, failure).succeed("third").succeed("fourth");

    run(mode, retry(atOnce().maxAttempts(10)), call).assertReturned("third");

    assertEquals(3, call.count());
  }

  @EachMode
  @Rule({"RT-03", "RT-04"})
  @DisplayName("Z46 G76 C4 V6: maxAttempts(1) and maxRetries(0) make one attempt and no delay")
  void oneAttempt(Mode mode) {
    for (RetryBuilder settings :
        List.of(Retry.builder().maxAttempts(1), Retry.builder().maxRetries(0))) {
      ScriptedCall<String> call = failing(failure);
      run(mode, retry(settings), call).assertFailedWith(failure).assertTook(seconds(0));
      assertEquals(1, call.count());
    }
    assertEquals(List.of(), waits(mode));
  }

  @EachMode
  @Rule("RT-03")
  @DisplayName("maxRetries(4) makes at most 5 attempts")
  void maxRetries(Mode mode) {
    ScriptedCall<String> call = failing(failure);

    run(mode, retry(atOnce().maxRetries(4)), call).assertFailedWith(failure);

    assertEquals(5, call.count());
  }

  @EachMode
  @Rule({"RT-03", "RT-37"})
  @DisplayName("F25 S23: unlimited attempts, a hundred thousand at once, run on a constant stack")
  void unlimited(Mode mode) {
    AtomicInteger attempts = new AtomicInteger();
    ScriptedCall<String> call = new ScriptedCall<String>().fail(failure);
    Retry retry =
        create(
            atOnce()
                .unlimitedAttempts()
                .retryIf(thrown -> attempts.incrementAndGet() < 100_000)
                .runtime(time)
                .config());

    run(mode, retry, call).assertFailedWith(failure);

    assertEquals(100_000, call.count());
  }

  @EachMode
  @Rule("RT-08")
  @DisplayName("C45 Z67: the context tells the attempt's number, from 1, for each call anew")
  void attemptNumbers(Mode mode) {
    ScriptedCall<String> call = failing(failure);
    Retry retry = retry(atOnce());

    run(mode, retry, call);
    run(mode, retry, call);

    assertEquals(
        List.of(1, 2, 3, 1, 2, 3), call.contexts().stream().map(Context::attempt).toList());
  }

  @EachMode
  @Rule({"RT-08", "CX-07"})
  @DisplayName("the attempt's number is that of the innermost retry; values reach every attempt")
  void nestedNumbers(Mode mode) {
    ContextKey<String> user = ContextKey.named("user");
    ScriptedCall<String> call = failing(failure);
    Policy<Object> nested =
        Policies.wrap(retry(atOnce().maxAttempts(2)), retry(atOnce().maxAttempts(2)));

    run(mode, nested, call, Context.root().with(user, "ada"));

    assertEquals(List.of(1, 2, 1, 2), call.contexts().stream().map(Context::attempt).toList());
    call.contexts().forEach(context -> assertEquals(Optional.of("ada"), context.get(user)));
  }

  @Test
  @Rule("RT-09")
  @DisplayName("one retry guards calls of many threads at once, each with numbers of its own")
  void manyCalls() {
    Retry retry = retry(atOnce());
    try (Crowd crowd =
        Crowd.of(
            8,
            () -> {
              StringBuilder numbers = new StringBuilder();
              String last =
                  retry.call(
                      (Context context) -> {
                        numbers.append(context.attempt());
                        if (context.attempt() < 3) {
                          throw failure;
                        }
                        return "done";
                      });
              return numbers + last;
            })) {
      crowd.outcomes().forEach(outcome -> outcome.assertReturned("123done"));
    }
  }

  @EachMode
  @Rule({"RT-10", "EV-10"})
  @DisplayName(
      "G73 G74 G75 C42: skipWhen is asked once per call; when it holds there are no retries")
  void skipWhen(Mode mode) {
    ContextKey<Boolean> cold = ContextKey.named("cold");
    AtomicInteger asked = new AtomicInteger();
    Retry retry =
        retry(
            atOnce()
                .skipWhen(
                    context -> {
                      asked.incrementAndGet();
                      return context.get(cold).orElse(false);
                    }));
    ScriptedCall<String> coldCall = failing(failure);
    ScriptedCall<String> warmCall = failing(failure);

    run(mode, retry, coldCall, Context.root().with(cold, true)).assertFailedWith(failure);
    assertEquals(RetryFailed.Reason.SKIPPED, events.last(RetryFailed.class).reason());
    run(mode, retry, warmCall).assertFailedWith(failure);

    assertEquals(1, coldCall.count());
    assertEquals(3, warmCall.count());
    assertEquals(2, asked.get());
  }

  @EachMode
  @Rule("RT-10")
  @DisplayName("skipWhen that throws is reported, and the call is retried as usual")
  void throwingSkipWhen(Mode mode) {
    IllegalStateException broken = new IllegalStateException("broken condition");
    ScriptedCall<String> call = failing(failure);

    run(
            mode,
            retry(
                atOnce()
                    .skipWhen(
                        context -> {
                          throw broken;
                        })),
            call)
        .assertFailedWith(failure);

    assertEquals(3, call.count());
    assertEquals(broken, events.last(CallbackFailed.class).failure());
  }

  @EachMode
  @Rule({"CX-09", "CB-04"})
  @DisplayName(
      "T11 Z27 C23 G39: a breaker inside a retry of 3 sees every attempt and opens on the fifth")
  void breakerInside(Mode mode) {
    var breaker = breaker(CircuitBreaker.builder());
    Policy<Object> policy = Policies.wrap(retry(atOnce()), breaker);
    ScriptedCall<String> call = failing(failure);

    run(mode, policy, call).assertFailedWith(failure);
    run(mode, policy, call).assertFailed(CircuitOpenException.class);

    assertEquals(5, call.count());
  }

  @EachMode
  @Rule("CX-09")
  @DisplayName(
      "Z85 Z86 C22: a breaker outside a retry of 100 sees whole calls: all attempts are made, it"
          + " counts one")
  void breakerOutside(Mode mode) {
    var breaker = breaker(CircuitBreaker.builder());
    ScriptedCall<String> call = failing(failure);

    run(mode, Policies.wrap(breaker, retry(atOnce().maxAttempts(100))), call)
        .assertFailedWith(failure);

    assertEquals(100, call.count());
    assertEquals(1, breaker.failures());
  }
}

package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Backoff;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import io.firmitas.timeout.Timeout;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Every line of the design's examples compiles without casts and does what it says")
@ExtendWith(FirmitasExtension.class)
class DesignExamplesTest {
  private final Page cached = new Page("cached");
  private final Retry retry = Retry.ofAttempts(3);
  private final CircuitBreaker breaker = CircuitBreaker.ofDefaults();

  @Test
  @DisplayName("policies of Object and one that makes values compose to a policy of those values")
  void wraps() throws Exception {
    Policy<Page> page =
        Policies.wrap(
            Fallback.from(e -> cached), retry, breaker, Timeout.of(Duration.ofSeconds(2)));

    assertThat(page.call(() -> new Page("fresh"))).isEqualTo(new Page("fresh"));
    assertThat(page.describe()).matches("fallback.* > retry.* > circuit-breaker.* > timeout.*");
    var inferred = Policies.wrap(Fallback.from(e -> cached), breaker);
    assertThat(inferred.call(() -> new Page("fresh")).text()).isEqualTo("fresh");
  }

  @Test
  @DisplayName("one breaker guards calls of every type, without a cast (T147)")
  void oneBreakerForEveryType() throws Exception {
    String s = breaker.call(() -> "x");
    int i = breaker.call(() -> 1);
    List<Page> pages = breaker.call(() -> List.of(cached));

    assertThat(s).isEqualTo("x");
    assertThat(i).isEqualTo(1);
    assertThat(pages).containsExactly(cached);
  }

  @Test
  @DisplayName("a lambda is a policy, and composes with the built-in ones")
  void lambdaIsPolicy() throws Exception {
    List<String> log = new ArrayList<>();
    // snippet: policy-lambda
    Policy<String> logged =
        (call, context) -> {
          log.add("attempt " + context.attempt());
          return call.invoke(context);
        };
    String answer = Policies.wrap(retry, logged).call(() -> "answer");
    // end

    assertThat(answer).isEqualTo("answer");
    assertThat(log).containsExactly("attempt 1");
    assertThat(logged.callAsync(() -> CompletableFuture.completedFuture("x")).get()).isEqualTo("x");
  }

  @Test
  @DisplayName("a policy with an asynchronous form of its own holds no thread")
  void bothForms() throws Exception {
    // snippet: policy-of
    Policy<String> shouting =
        Policy.of(
            (call, context) -> shout(call.invoke(context)),
            (call, context) -> {
              try {
                return call.invoke(context).toCompletableFuture().thenApply(this::shout);
              } catch (Exception failure) {
                return CompletableFuture.failedFuture(failure);
              }
            });
    // end

    assertThat(shouting.call(() -> "x")).isEqualTo("X");
    assertThat(shouting.callAsync(() -> CompletableFuture.completedFuture("x")).get())
        .isEqualTo("X");
  }

  private String shout(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  @Test
  @DisplayName("builders name what they set")
  void builders(VirtualRuntime runtime) throws Exception {
    List<Duration> delays = new ArrayList<>();
    Retry built =
        Retry.builder()
            .maxAttempts(5)
            .backoff(Backoff.exponential(Duration.ofMillis(100)))
            .retryOn(IOException.class)
            .abortOn(FileNotFoundException.class)
            .onRetry(e -> delays.add(e.delay()))
            .build();
    var call = new ScriptedCall<String>().fail(2, new IOException("down")).succeed("up");

    Retry inVirtualTime = built.config().toBuilder().runtime(runtime).build();

    assertThat(inVirtualTime.call(call)).isEqualTo("up");
    assertThat(delays).hasSize(2);
  }

  @Test
  @DisplayName("a condition on results takes the type it looks at")
  void conditionOnResults(VirtualRuntime runtime) throws Exception {
    Retry poll = Retry.builder().retryOnResult(Job.class, Job::pending).runtime(runtime).build();
    var job = new ScriptedCall<Job>().succeed(new Job("7", true)).succeed(new Job("7", false));

    Job done = poll.call(job);

    assertThat(done.pending()).isFalse();
  }

  @Test
  @DisplayName("the conveniences: call, get, run, callAsync, submit, decorate, around")
  void conveniences() throws Exception {
    Policy<Object> policy = retry.around(breaker);
    List<String> ran = new ArrayList<>();

    String fromContext = policy.call(context -> "attempt " + context.attempt());
    String supplied = policy.get(() -> "supplied");
    policy.run(() -> ran.add("ran"));
    CompletableFuture<String> async =
        policy.callAsync(() -> CompletableFuture.completedFuture("async"));
    CompletableFuture<String> submitted = policy.submit(() -> "submitted");
    Callable<String> decorated = policy.decorate(() -> "decorated");

    assertThat(fromContext).isEqualTo("attempt 1");
    assertThat(supplied).isEqualTo("supplied");
    assertThat(ran).containsExactly("ran");
    assertThat(async.get()).isEqualTo("async");
    assertThat(submitted.get(10, TimeUnit.SECONDS)).isEqualTo("submitted");
    assertThat(decorated.call()).isEqualTo("decorated");
    assertThat(policy.describe()).startsWith("retry").contains(" > circuit-breaker");
  }
}

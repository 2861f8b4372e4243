package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.retry.Attempt;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryExhaustedException;
import io.firmitas.retry.RetryTimeoutException;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("The guide of the retry")
@ExtendWith(FirmitasExtension.class)
class RetryGuideTest {
  private static final IOException DOWN = new IOException("down");

  private final List<String> log = new ArrayList<>();

  /** The same retry in virtual time. */
  private static Retry in(VirtualRuntime runtime, Retry retry) {
    return retry.config().toBuilder().runtime(runtime).build();
  }

  @Test
  @DisplayName("all settings, progress, and exceptions that are worth another attempt")
  void allSettings(VirtualRuntime runtime) throws Exception {
    // snippet: retry-settings
    Retry retry =
        Retry.builder("pages")
            .maxAttempts(5)
            .backoff(Backoff.exponential(Duration.ofMillis(500), 2))
            .maxDelay(Duration.ofSeconds(30))
            .jitter(Jitter.full())
            .retryOn(IOException.class)
            .abortOn(FileNotFoundException.class)
            .onAttempt(a -> log.add("Attempt " + a.attempt() + "/" + a.maxAttempts()))
            .onRetry(r -> log.add("Retry " + r.attempt() + " in " + r.delay()))
            .build();
    // end

    var call = new ScriptedCall<Page>().fail(2, DOWN).succeed(new Page("fresh"));
    assertThat(in(runtime, retry).<Page>call(call)).isEqualTo(new Page("fresh"));
    assertThat(log).contains("Attempt 1/5", "Attempt 3/5").anyMatch(l -> l.startsWith("Retry 2"));
    var missing = new ScriptedCall<Page>().fail(new FileNotFoundException("front"));
    assertThatThrownBy(() -> in(runtime, retry).call(missing))
        .isInstanceOf(FileNotFoundException.class);
    assertThat(missing.count()).isEqualTo(1);
  }

  @Test
  @DisplayName("the guide tells the ranges and means of the default delays, and they are so (C46)")
  void ranges(VirtualRuntime runtime) throws IOException {
    assertThat(Files.readString(Path.of("../docs/retry.md")))
        .contains("after 0 to 1 s, on average half a second")
        .containsPattern("another 0 to 2 s, on average one\\s+second")
        .contains("Ten attempts have nine delays; the cap of 60 s is reached before the eighth");
    runtime.setRandom(new SplittableRandom(42));
    Retry retry = Retry.builder().maxAttempts(10).runtime(runtime).build();
    int calls = 2_000;
    for (int i = 0; i < calls; i++) {
      assertThatThrownBy(() -> retry.call(new ScriptedCall<Page>().fail(DOWN))).isSameAs(DOWN);
    }

    List<Duration> slept = runtime.sleeps();
    assertThat(slept).hasSize(9 * calls);
    for (int delay = 0; delay < 9; delay++) {
      double longest = delay < 6 ? 1 << delay : 60;
      double sum = 0;
      for (int i = 0; i < calls; i++) {
        double seconds = slept.get(9 * i + delay).toNanos() / 1e9;
        assertThat(seconds).isBetween(0.0, longest);
        sum += seconds;
      }
      assertThat(sum / calls).isCloseTo(longest / 2, withinPercentage(5));
    }
  }

  @Test
  @DisplayName("without jitter the delays are the backoff (T7)")
  void delays(VirtualRuntime runtime) {
    Retry retry =
        Retry.builder()
            .maxAttempts(5)
            .jitter(Jitter.none())
            .onRetry(r -> log.add(r.delay().toString()))
            .runtime(runtime)
            .build();

    assertThatThrownBy(() -> retry.call(new ScriptedCall<Page>().fail(DOWN))).isSameAs(DOWN);
    assertThat(log).containsExactly("PT1S", "PT2S", "PT4S", "PT8S");
  }

  @Test
  @DisplayName("polls until the result is the wanted one (Z89)")
  void poll(VirtualRuntime runtime) throws Exception {
    // snippet: retry-poll
    Retry poll =
        Retry.builder()
            .maxAttempts(20)
            .maxDelay(Duration.ofSeconds(10))
            .totalTimeLimit(Duration.ofMinutes(2))
            .retryOnResult(Job.class, Job::pending)
            .build();
    // end

    var job = new ScriptedCall<Job>();
    for (int i = 0; i < 4; i++) {
      job.succeed(new Job("7", true));
    }
    Job done = in(runtime, poll).call(job.succeed(new Job("7", false)));

    assertThat(done.pending()).isFalse();
    assertThat(job.count()).isEqualTo(5);
    var never = new ScriptedCall<Job>().succeed(new Job("8", true));
    assertThatThrownBy(() -> in(runtime, poll).call(never))
        .isInstanceOfSatisfying(
            RetryExhaustedException.class,
            exhausted -> assertThat(exhausted.lastResult()).contains(new Job("8", true)));
  }

  @Test
  @DisplayName("a total time limit stops before a delay that would not fit")
  void totalTimeLimit(VirtualRuntime runtime) throws Exception {
    // snippet: retry-limit
    Retry bounded =
        Retry.builder()
            .unlimitedAttempts()
            .totalTimeLimit(Duration.ofSeconds(10))
            .wrapExhausted()
            .build();
    // end

    String report = report(in(runtime, bounded), new ScriptedCall<Page>().fail(DOWN));

    assertThat(report).contains("attempts").contains("java.io.IOException: down");
    assertThat(runtime.nanoTime()).isLessThan(Duration.ofSeconds(10).toNanos());
  }

  private static String report(Retry bounded, ScriptedCall<Page> service) throws Exception {
    // snippet: retry-limit-catch
    try {
      return bounded.call(service).toString();
    } catch (RetryTimeoutException e) {
      return e.attempts()
          + " attempts in "
          + e.elapsed()
          + ", last: "
          + e.lastFailure().orElse(null);
    }
    // end
  }

  @Test
  @DisplayName("a hook is told when a call is given up, and why (Z34)")
  void giveUpHook(VirtualRuntime runtime) {
    // snippet: retry-give-up
    Retry retry =
        Retry.builder()
            .onGiveUp(
                failed ->
                    log.add(
                        "gave up after %d attempts, %s: %s"
                            .formatted(
                                failed.attempts(), failed.reason(), failed.cause().orElse(null))))
            .build();
    // end

    assertThatThrownBy(() -> in(runtime, retry).call(new ScriptedCall<Page>().fail(DOWN)))
        .isSameAs(DOWN);
    assertThat(log)
        .containsExactly("gave up after 3 attempts, ATTEMPTS_EXHAUSTED: java.io.IOException: down");
  }

  @Test
  @DisplayName("the failure may choose the delay, as Retry-After does")
  void delayByFailure(VirtualRuntime runtime) throws Exception {
    // snippet: retry-after
    Retry polite =
        Retry.builder()
            .delayFor((failure, attempt) -> failure instanceof Overloaded o ? o.retryAfter : null)
            .onRetry(r -> log.add(r.delay().toString()))
            .build();
    // end

    var call = new ScriptedCall<String>().fail(new Overloaded(Duration.ofSeconds(7))).succeed("ok");
    assertThat(in(runtime, polite).<String>call(call)).isEqualTo("ok");
    assertThat(log).containsExactly("PT7S");
  }

  private static final class Overloaded extends IOException {
    private static final long serialVersionUID = 1L;
    private final Duration retryAfter;

    Overloaded(Duration retryAfter) {
      this.retryAfter = retryAfter;
    }
  }

  @Test
  @DisplayName("attempts inline, for code that does not fit into a lambda (Z40, Z41)")
  void inline(VirtualRuntime runtime) throws Exception {
    Retry retry = Retry.builder().runtime(runtime).build();
    var call = new ScriptedCall<Page>().fail(DOWN).succeed(new Page("fresh"));
    // snippet: retry-inline
    Page page = null;
    for (Attempt attempt : retry.attempts()) {
      try {
        page = call.call();
        attempt.success();
      } catch (IOException failure) {
        attempt.failure(failure);
      }
    }
    // end

    assertThat(page).isEqualTo(new Page("fresh"));
  }
}

package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: delays for an exhausted connection pool")
@ExtendWith(FirmitasExtension.class)
class PoolRecipeTest {
  private static final IOException EXHAUSTED = new IOException("Pool timeout");

  private final List<String> log = new ArrayList<>();

  // snippet: recipe-pool-kind
  static final class PoolExhaustedException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  static boolean isPoolExhausted(Throwable failure) {
    if (failure instanceof PoolExhaustedException) { // by type where there is one
      return true;
    }
    String text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    return text.contains("pool") || text.contains("max retries");
  }

  // end

  // snippet: recipe-pool-delay
  static final Backoff POOL = Backoff.exponential(Duration.ofMillis(10), 2);
  static final Duration LONGEST = Duration.ofMillis(500);

  static Duration poolDelay(int attempt, Jitter jitter, RandomGenerator random) {
    Duration delay = POOL.delay(attempt);
    return jitter.apply(delay.compareTo(LONGEST) > 0 ? LONGEST : delay, random);
  }

  // end

  private Retry retry(VirtualRuntime runtime, Jitter jitter, RandomGenerator random) {
    String source = "first";
    // snippet: recipe-pool
    return Retry.builder()
        .maxAttempts(8)
        .delayFor( // instead of the normal delay, not on top of it; null for the normal one
            (failure, attempt) -> {
              if (!isPoolExhausted(failure)) {
                return null;
              }
              log.add(
                  source
                      + ": Connection pool exhaustion detected: "
                      + failure.getMessage()
                      + ". Will retry with backoff.");
              return poolDelay(attempt, jitter, random);
            })
        .runtime(runtime)
        .build();
    // end
  }

  @Test
  @DisplayName("G79 C44: detected by type, or by four texts")
  void detection() {
    assertThat(isPoolExhausted(new PoolExhaustedException())).isTrue();
    for (String text :
        List.of("Pool is full", "Connection pool empty", "Max retries exceeded", "POOL TIMEOUT")) {
      assertThat(isPoolExhausted(new IOException(text))).as(text).isTrue();
    }
    assertThat(isPoolExhausted(new IOException("connection refused"))).isFalse();
    assertThat(isPoolExhausted(new IOException())).isFalse();
  }

  @Test
  @DisplayName("G80 G82 G84 G85 C44: 10, 20, 40 to 500 ms without jitter, one warning for each")
  void exact(VirtualRuntime runtime) {
    Retry retry = retry(runtime, Jitter.none(), new Random(1));

    assertThatThrownBy(() -> retry.call(new ScriptedCall<String>().fail(EXHAUSTED)))
        .isSameAs(EXHAUSTED);

    assertThat(runtime.sleeps())
        .extracting(Duration::toMillis)
        .containsExactly(10L, 20L, 40L, 80L, 160L, 320L, 500L);
    assertThat(log)
        .hasSize(7)
        .containsOnly(
            "first: Connection pool exhaustion detected: Pool timeout. Will retry with backoff.");
  }

  @Test
  @DisplayName("G82 G86: jitter adds up to 10 ms")
  void jitter() {
    Random random = new Random(1);
    Jitter additive = Jitter.additive(Duration.ofMillis(10));

    for (int i = 0; i < 10_000; i++) {
      assertThat(poolDelay(3, additive, random))
          .isBetween(Duration.ofMillis(40), Duration.ofMillis(50));
      assertThat(poolDelay(30, additive, random))
          .isBetween(Duration.ofMillis(500), Duration.ofMillis(510));
    }
  }

  @Test
  @DisplayName("other failures get the normal delay")
  void others(VirtualRuntime runtime) throws Exception {
    runtime.setRandom(0.5);
    Retry retry = retry(runtime, Jitter.none(), new Random(1));

    String answer =
        retry.call(new ScriptedCall<String>().fail(new IOException("down")).succeed("up"));

    assertThat(answer).isEqualTo("up");
    assertThat(runtime.sleeps()).containsExactly(Duration.ofMillis(500));
    assertThat(log).isEmpty();
  }
}

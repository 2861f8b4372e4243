package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.backoff.Jitter;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: jitter spreads retries")
@ExtendWith(FirmitasExtension.class)
class JitterRecipeTest {
  private static final IOException DOWN = new IOException("down");
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** The moments, in milliseconds, at which the retries of a hundred clients arrive. */
  private static List<List<Long>> arrivals(Jitter jitter) {
    Random random = new Random(42);
    List<List<Long>> all = new ArrayList<>();
    for (int client = 0; client < 100; client++) {
      try (VirtualRuntime runtime = new VirtualRuntime()) {
        runtime.setRandom(random);
        Retry retry = Retry.builder().maxAttempts(4).jitter(jitter).runtime(runtime).build();
        assertThatThrownBy(() -> retry.call(new ScriptedCall<String>().fail(DOWN))).isSameAs(DOWN);
        List<Long> moments = new ArrayList<>();
        Duration at = Duration.ZERO;
        for (Duration delay : runtime.sleeps()) {
          at = at.plus(delay);
          moments.add(at.toMillis());
        }
        all.add(moments);
      }
    }
    return all;
  }

  private static long peak(List<List<Long>> arrivals) {
    return Collections.max(
        arrivals.stream()
            .flatMap(List::stream)
            .map(at -> at / 100)
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
            .values());
  }

  @Test
  @DisplayName("Z74 Z75 Z76 Z77: without jitter all come at once; with it the peak is a quarter")
  void spread() {
    // snippet: recipe-jitter
    Jitter together = Jitter.none(); // exact delays: all clients come back in the same moment
    Jitter spread = Jitter.full(); // the default
    // end

    assertThat(arrivals(together)).containsOnly(List.of(1000L, 3000L, 7000L));
    assertThat(arrivals(spread)).doesNotHaveDuplicates();
    assertThat(peak(arrivals(together))).isEqualTo(100);
    assertThat(peak(arrivals(spread))).isLessThan(25);
  }

  @Test
  @DisplayName("Z9 C5: full jitter is uniform from nothing to the delay")
  void full() {
    double[] shares = samples(Jitter.full());
    double distance = 0;
    for (int i = 0; i < shares.length; i++) {
      assertThat(shares[i]).isBetween(0.0, 1.0);
      distance = Math.max(distance, Math.abs((i + 1.0) / shares.length - shares[i]));
    }
    assertThat(distance).isLessThan(0.02);
  }

  @Test
  @DisplayName("T171 C5: proportional jitter is between a half and one and a half, on average one")
  void proportional() {
    double[] shares = samples(Jitter.proportional(0.5));
    double sum = 0;
    for (double share : shares) {
      assertThat(share).isGreaterThanOrEqualTo(0.5).isLessThan(1.5);
      sum += share;
    }
    assertThat(sum / shares.length).isBetween(0.98, 1.02);
  }

  private static double[] samples(Jitter jitter) {
    Random random = new Random(42);
    return random
        .doubles(10_000)
        .map(ignored -> jitter.apply(SECOND, random).toNanos() / 1e9)
        .sorted()
        .toArray();
  }

  @Test
  @DisplayName("G31: the random numbers 0 and 0.999 give the ends of the range")
  void ends(VirtualRuntime runtime) {
    runtime.setRandom(0.0, 0.999);

    assertThat(Jitter.proportional(0.5).apply(SECOND, runtime.random()))
        .isEqualTo(Duration.ofMillis(500));
    assertThat(Jitter.proportional(0.5).apply(SECOND, runtime.random()))
        .isEqualTo(Duration.ofMillis(1499));
  }
}

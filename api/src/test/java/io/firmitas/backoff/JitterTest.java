package io.firmitas.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class JitterTest {
  private static final Duration DELAY = Duration.ofSeconds(1);
  private static final RandomGenerator LOWEST = fixed(0.0);
  private static final RandomGenerator HIGHEST = fixed(Math.nextDown(1.0));

  private static RandomGenerator fixed(double fraction) {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        throw new AssertionError("only nextDouble() is needed");
      }

      @Override
      public double nextDouble() {
        return fraction;
      }
    };
  }

  private static void assertRange(Jitter jitter, Duration delay, long lowest, long highest) {
    assertThat(jitter.apply(delay, LOWEST)).isEqualTo(Duration.ofMillis(lowest));
    assertThat(jitter.apply(delay, HIGHEST)).isEqualTo(Duration.ofMillis(highest));
  }

  @Test
  @DisplayName("each jitter has the range its Javadoc gives, ends included")
  void ranges() {
    assertRange(Jitter.none(), DELAY, 1_000, 1_000);
    assertRange(Jitter.full(), DELAY, 0, 1_000);
    assertRange(Jitter.equal(), DELAY, 500, 1_000);
    assertRange(Jitter.proportional(0.25), DELAY, 750, 1_250);
    assertRange(Jitter.proportional(1), DELAY, 0, 2_000);
    assertRange(Jitter.proportional(0), DELAY, 1_000, 1_000);
    assertRange(Jitter.additive(Duration.ofMillis(300)), DELAY, 1_000, 1_300);
    assertRange(Jitter.additive(Duration.ZERO), DELAY, 1_000, 1_000);
    assertRange(Jitter.plusMinus(Duration.ofMillis(300)), DELAY, 700, 1_300);
    assertRange(Jitter.plusMinus(Duration.ZERO), DELAY, 1_000, 1_000);
  }

  @Test
  @DisplayName("F7: a deviation greater than the delay never gives a negative wait")
  void neverBelowZero() {
    Jitter jitter = Jitter.plusMinus(Duration.ofMillis(100));
    assertRange(jitter, Duration.ofMillis(1), 0, 101);
    Random random = new Random(7);
    List<Duration> waits =
        IntStream.range(0, 1_000)
            .mapToObj(number -> jitter.apply(Duration.ofMillis(1), random))
            .toList();
    assertThat(waits).allMatch(wait -> !wait.isNegative());
    assertThat(waits).anyMatch(Duration::isZero).anyMatch(wait -> wait.toMillis() > 90);
  }

  @Test
  @DisplayName("a zero delay stays zero where the jitter is a share of it")
  void zeroDelay() {
    for (Jitter jitter :
        List.of(Jitter.none(), Jitter.full(), Jitter.equal(), Jitter.proportional(1))) {
      assertThat(jitter.apply(Duration.ZERO, HIGHEST)).isZero();
    }
    assertRange(Jitter.additive(Duration.ofMillis(5)), Duration.ZERO, 0, 5);
  }

  @Property
  @Label("P12: no jitter of no delay is negative or beyond a long")
  void neverNegativeNeverBeyond(
      @ForAll @From("jitters") Jitter jitter,
      @ForAll @From("delays") Duration delay,
      @ForAll @DoubleRange(min = 0, max = 1, maxIncluded = false) double fraction) {
    assertThat(jitter.apply(delay, fixed(fraction)))
        .isGreaterThanOrEqualTo(Duration.ZERO)
        .isLessThanOrEqualTo(
            delay.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0
                ? delay
                : Duration.ofNanos(Long.MAX_VALUE));
  }

  @Property
  @Label("full and equal jitter stay within the delay")
  void withinTheDelay(
      @ForAll @LongRange(min = 0, max = 1L << 53) long nanos,
      @ForAll @DoubleRange(min = 0, max = 1, maxIncluded = false) double fraction) {
    Duration delay = Duration.ofNanos(nanos);
    assertThat(Jitter.full().apply(delay, fixed(fraction))).isBetween(Duration.ZERO, delay);
    assertThat(Jitter.equal().apply(delay, fixed(fraction))).isBetween(delay.dividedBy(2), delay);
  }

  @Test
  @DisplayName("full jitter is spread evenly over its range")
  void evenlySpread() {
    Random random = new Random(11);
    int[] buckets = new int[10];
    for (int number = 0; number < 10_000; number++) {
      buckets[(int) (Jitter.full().apply(DELAY, random).toNanos() / 100_000_000)]++;
    }
    // 1000 expected in each; five standard deviations are 150.
    for (int count : buckets) {
      assertThat(count).isBetween(850, 1_150);
    }
  }

  @Test
  @DisplayName("what cannot be a jitter is refused by name, value and bound")
  void refuses() {
    for (double factor : new double[] {-0.01, 1.01, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Jitter.proportional(factor))
          .withMessageContaining("factor")
          .withMessageContaining("between 0.0 and 1.0")
          .withMessageContaining(String.valueOf(factor));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Jitter.additive(Duration.ofNanos(-1)))
        .withMessageContaining("maximum");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Jitter.additive(null))
        .withMessageContaining("maximum");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Jitter.plusMinus(Duration.ofNanos(-1)))
        .withMessageContaining("deviation");
  }

  @Provide
  static Arbitrary<Duration> delays() {
    return BackoffTest.durations();
  }

  @Provide
  static Arbitrary<Jitter> jitters() {
    return Arbitraries.oneOf(
        Arbitraries.of(Jitter.none(), Jitter.full(), Jitter.equal()),
        Arbitraries.doubles().between(0, 1).map(Jitter::proportional),
        BackoffTest.durations().map(Jitter::additive),
        BackoffTest.durations().map(Jitter::plusMinus));
  }
}

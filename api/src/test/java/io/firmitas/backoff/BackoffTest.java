package io.firmitas.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.firmitas.internal.Durations;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

  /** Durations within the last second that a long can hold count as the longest. */
  private static final long EXACT = 9_223_372_035_999_999_999L;

  private static final Duration LONGEST_NANOS = Duration.ofNanos(Long.MAX_VALUE);
  private static final Random RANDOM = new Random(42);

  private static Duration millis(long number) {
    return Duration.ofMillis(number);
  }

  private static List<Long> millisOf(Backoff backoff, int retries) {
    return IntStream.rangeClosed(1, retries)
        .mapToObj(retry -> backoff.delay(retry, Duration.ZERO, RANDOM).toMillis())
        .toList();
  }

  private static Duration sum(Backoff backoff, int retries, Duration cap) {
    return IntStream.rangeClosed(1, retries)
        .mapToObj(backoff::delay)
        .map(delay -> delay.compareTo(cap) > 0 ? cap : delay)
        .reduce(Duration.ZERO, Duration::plus);
  }

  @Test
  @DisplayName("the sequences are what their names say")
  void sequences() {
    assertThat(millisOf(Backoff.none(), 3)).containsExactly(0L, 0L, 0L);
    assertThat(millisOf(Backoff.fixed(millis(7)), 3)).containsExactly(7L, 7L, 7L);
    assertThat(millisOf(Backoff.linear(millis(10), millis(5)), 4))
        .containsExactly(10L, 15L, 20L, 25L);
    assertThat(millisOf(Backoff.exponential(millis(100)), 5))
        .containsExactly(100L, 200L, 400L, 800L, 1600L);
    assertThat(millisOf(Backoff.exponential(millis(100), 3), 4))
        .containsExactly(100L, 300L, 900L, 2700L);
    assertThat(millisOf(Backoff.exponential(millis(100), 1), 3)).containsExactly(100L, 100L, 100L);
    assertThat(millisOf(Backoff.fibonacci(millis(10)), 7))
        .containsExactly(10L, 10L, 20L, 30L, 50L, 80L, 130L);
  }

  @Test
  @DisplayName("Q13: the sums of waiting are exact to the nanosecond")
  void exactSums() {
    Duration second = Duration.ofSeconds(1);
    assertThat(sum(Backoff.exponential(second, 2), 4, LONGEST)).isEqualTo(Duration.ofSeconds(15));
    assertThat(sum(Backoff.exponential(second, 1.5), 4, LONGEST)).isEqualTo(millis(8_125));
    assertThat(sum(Backoff.exponential(second, 2), 2, LONGEST)).isEqualTo(Duration.ofSeconds(3));
    assertThat(sum(Backoff.exponential(millis(10), 2), 6, millis(500))).isEqualTo(millis(630));
  }

  @Test
  @DisplayName("one rounding at the end: thirds of a nanosecond do not add up over the retries")
  void oneRounding() {
    Backoff backoff = Backoff.exponential(Duration.ofNanos(1), 1.5);
    assertThat(IntStream.rangeClosed(1, 6).mapToObj(backoff::delay).map(Duration::toNanos).toList())
        .containsExactly(1L, 2L, 2L, 3L, 5L, 8L);
  }

  @Test
  @DisplayName("P12: x2 from 2 s, attempts 1 to 2000, never falls, never overflows")
  void farOut() {
    Backoff backoff = Backoff.exponential(Duration.ofSeconds(2));
    Duration before = Duration.ZERO;
    for (int retry = 1; retry <= 2_000; retry++) {
      Duration delay = backoff.delay(retry);
      assertThat(delay).isGreaterThanOrEqualTo(before).isLessThanOrEqualTo(LONGEST_NANOS);
      before = delay;
    }
    assertThat(before).isEqualTo(LONGEST_NANOS);
  }

  @Property
  @Label("P12: built-in backoffs are never negative and never beyond a long, at any retry")
  void neverNegative(
      @ForAll("backoffs") Backoff backoff,
      @ForAll @IntRange(min = 1) int retry,
      @ForAll("durations") Duration previous,
      @ForAll long seed) {
    Duration delay = backoff.delay(retry, previous, new Random(seed));
    assertThat(delay).isBetween(Duration.ZERO, LONGEST_NANOS);
    assertThat(backoff.delay(retry)).isGreaterThanOrEqualTo(Duration.ZERO);
  }

  @Property
  @Label("growing backoffs never shrink")
  void monotonic(
      @ForAll("durations") Duration initial,
      @ForAll("durations") Duration step,
      @ForAll @DoubleRange(min = 1, max = 1e6) double multiplier,
      @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE - 1) int retry) {
    for (Backoff backoff :
        List.of(
            Backoff.linear(initial, step),
            Backoff.exponential(initial, multiplier),
            Backoff.fibonacci(initial))) {
      assertThat(backoff.delay(retry + 1)).isGreaterThanOrEqualTo(backoff.delay(retry));
    }
  }

  @Property
  @Label("a linear backoff is exact as long as it fits, and saturates beyond")
  void linearIsExact(
      @ForAll @LongRange(min = 0, max = EXACT) long initial,
      @ForAll @LongRange(min = 0, max = EXACT) long step,
      @ForAll @IntRange(min = 1) int retry) {
    BigInteger exact =
        BigInteger.valueOf(initial)
            .add(BigInteger.valueOf(step).multiply(BigInteger.valueOf(retry - 1L)));
    long delay =
        Backoff.linear(Duration.ofNanos(initial), Duration.ofNanos(step)).delay(retry).toNanos();
    assertThat(delay).isEqualTo(exact.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact());
  }

  @Property
  @Label("the first delay is the initial one to the nanosecond, however long it is")
  void firstDelayIsExact(
      @ForAll @LongRange(min = 0, max = EXACT) long initial,
      @ForAll @DoubleRange(min = 1, max = 1e6) double multiplier) {
    Duration first = Duration.ofNanos(initial);
    assertThat(Backoff.exponential(first, multiplier).delay(1)).isEqualTo(first);
    assertThat(Backoff.exponential(first, 1).delay(1_000)).isEqualTo(first);
    assertThat(Backoff.fibonacci(first).delay(1)).isEqualTo(first);
    assertThat(Backoff.fibonacci(first).delay(2)).isEqualTo(first);
    assertThat(Backoff.linear(first, LONGEST).delay(1)).isEqualTo(first);
    assertThat(Backoff.linear(first, Duration.ZERO).delay(1_000)).isEqualTo(first);
  }

  @Property
  @Label("a doubling backoff is exact as long as it fits")
  void doublingIsExact(
      @ForAll @LongRange(min = 1, max = 1L << 40) long initial,
      @ForAll @IntRange(min = 1, max = 13) int retry) {
    assertThat(Backoff.exponential(Duration.ofNanos(initial)).delay(retry).toNanos())
        .isEqualTo(initial << (retry - 1));
  }

  @Property
  @Label("decorrelated delays lie between the base and three times the delay before")
  void decorrelated(
      @ForAll @LongRange(min = 0, max = 1L << 50) long base,
      @ForAll @LongRange(min = 0, max = 1L << 50) long previous,
      @ForAll long seed) {
    long delay =
        Backoff.decorrelated(Duration.ofNanos(base))
            .delay(2, Duration.ofNanos(previous), new Random(seed))
            .toNanos();
    assertThat(delay).isBetween(base, 3 * Math.max(base, previous));
  }

  @Test
  @DisplayName("a decorrelated backoff starts from its base and uses all of its range")
  void decorrelatedRange() {
    Backoff backoff = Backoff.decorrelated(millis(100));
    List<Long> first =
        Stream.generate(() -> backoff.delay(1, Duration.ZERO, RANDOM).toMillis())
            .limit(2_000)
            .toList();
    assertThat(first).allMatch(delay -> delay >= 100 && delay <= 300);
    assertThat(first).anyMatch(delay -> delay < 110).anyMatch(delay -> delay > 290);
  }

  @Test
  @DisplayName("a zero delay stays zero however often it is multiplied")
  void zeroStaysZero() {
    for (int retry : new int[] {1, 2, 1_025, Integer.MAX_VALUE}) {
      assertThat(Backoff.exponential(Duration.ZERO).delay(retry)).isZero();
      assertThat(Backoff.fibonacci(Duration.ZERO).delay(retry)).isZero();
      assertThat(Backoff.linear(Duration.ZERO, Duration.ZERO).delay(retry)).isZero();
      assertThat(Backoff.decorrelated(Duration.ZERO).delay(retry, Duration.ZERO, RANDOM)).isZero();
    }
  }

  @Test
  @DisplayName("a lambda is a backoff")
  void lambda() {
    Backoff backoff = retry -> millis(100L * retry);
    assertThat(backoff.delay(3, millis(1), RANDOM)).isEqualTo(millis(300));
  }

  @Test
  @DisplayName("what cannot be a delay is refused by name")
  void refuses() {
    Duration negative = Duration.ofNanos(-1);
    assertRefused(() -> Backoff.fixed(negative), "delay", "PT-0.000000001S");
    assertRefused(() -> Backoff.fixed(null), "delay", "null");
    assertRefused(() -> Backoff.linear(negative, millis(1)), "initial", "PT-0.000000001S");
    assertRefused(() -> Backoff.linear(millis(1), negative), "step", "PT-0.000000001S");
    assertRefused(() -> Backoff.exponential(negative), "initial", "PT-0.000000001S");
    assertRefused(() -> Backoff.exponential(millis(1), 0.9), "multiplier", "0.9");
    assertRefused(() -> Backoff.exponential(millis(1), 1e6 + 1), "multiplier", "1000001.0");
    assertRefused(() -> Backoff.exponential(millis(1), Double.NaN), "multiplier", "NaN");
    assertRefused(() -> Backoff.exponential(null, 2), "initial", "null");
    assertRefused(() -> Backoff.fibonacci(negative), "initial", "PT-0.000000001S");
    assertRefused(() -> Backoff.decorrelated(negative), "base", "PT-0.000000001S");
  }

  private static void assertRefused(Runnable building, String parameter, String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(building::run)
        .withMessageContaining(parameter)
        .withMessageContaining(value)
        .withMessageContaining(";");
  }

  @Provide
  static Arbitrary<Duration> durations() {
    Arbitrary<Duration> any =
        Combinators.combine(
                Arbitraries.longs().between(0, Long.MAX_VALUE),
                Arbitraries.integers().between(0, 999_999_999))
            .as(Duration::ofSeconds);
    return Arbitraries.oneOf(
        any,
        Arbitraries.longs().between(0, Long.MAX_VALUE).map(Duration::ofNanos),
        Arbitraries.longs().between(0, 100_000).map(Duration::ofMillis));
  }

  @Provide
  static Arbitrary<Backoff> backoffs() {
    return Arbitraries.oneOf(
        durations().map(delay -> Backoff.fixed(Duration.ofNanos(Durations.toNanos(delay)))),
        Combinators.combine(durations(), durations()).as(Backoff::linear),
        Combinators.combine(durations(), Arbitraries.doubles().between(1, 1e6))
            .as(Backoff::exponential),
        durations().map(Backoff::fibonacci),
        durations().map(Backoff::decorrelated));
  }
}

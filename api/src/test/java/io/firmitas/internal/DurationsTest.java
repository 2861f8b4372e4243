package io.firmitas.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DurationsTest {
  private static final BigInteger LONGEST = BigInteger.valueOf(Long.MAX_VALUE);

  @Property
  @Label("a duration becomes its nanoseconds, at most Long.MAX_VALUE")
  void toNanos(
      @ForAll @LongRange(min = 0) long seconds,
      @ForAll @IntRange(min = 0, max = 999_999_999) int nanos) {
    assertConverted(seconds, nanos);
  }

  @Property
  @Label("a duration near the greatest number of nanoseconds is exact up to the last one")
  void toNanosNearTheEnd(
      @ForAll @LongRange(min = 4_611_686_018L, max = 9_223_372_037L) long seconds,
      @ForAll @IntRange(min = 0, max = 999_999_999) int nanos) {
    assertConverted(seconds, nanos);
  }

  private static void assertConverted(long seconds, int nanos) {
    BigInteger exact =
        BigInteger.valueOf(seconds)
            .multiply(BigInteger.valueOf(1_000_000_000))
            .add(BigInteger.valueOf(nanos));
    assertThat(Durations.toNanos(Duration.ofSeconds(seconds, nanos)))
        .isEqualTo(exact.min(LONGEST).longValueExact());
  }

  @Test
  @DisplayName("the ends of the range convert without overflow")
  void ends() {
    assertThat(Durations.toNanos(Duration.ZERO)).isZero();
    assertThat(Durations.toNanos(Duration.ofNanos(1))).isEqualTo(1);
    assertThat(Durations.toNanos(Duration.ofSeconds(9_223_372_035L, 999_999_999)))
        .isEqualTo(9_223_372_035_999_999_999L);
    assertThat(Durations.toNanos(Duration.ofNanos(Long.MAX_VALUE - 1)))
        .isEqualTo(Long.MAX_VALUE - 1);
    assertThat(Durations.toNanos(Duration.ofNanos(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
    assertThat(Durations.toNanos(Duration.ofNanos(Long.MAX_VALUE).plusNanos(1)))
        .isEqualTo(Long.MAX_VALUE);
    assertThat(Durations.toNanos(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)))
        .isEqualTo(Long.MAX_VALUE);
  }

  @Property
  @Label("a sum is exact or saturated")
  void add(@ForAll @LongRange(min = 0) long first, @ForAll @LongRange(min = 0) long second) {
    BigInteger exact = BigInteger.valueOf(first).add(BigInteger.valueOf(second));
    assertThat(Durations.add(first, second)).isEqualTo(exact.min(LONGEST).longValueExact());
  }

  @Property
  @Label("a product is exact or saturated")
  void multiply(@ForAll @LongRange(min = 0) long nanos, @ForAll @LongRange(min = 0) long factor) {
    BigInteger exact = BigInteger.valueOf(nanos).multiply(BigInteger.valueOf(factor));
    assertThat(Durations.multiply(nanos, factor)).isEqualTo(exact.min(LONGEST).longValueExact());
  }

  @Property
  @Label("rounding is half up, never negative and never beyond a long")
  void round(@ForAll double nanos) {
    BigDecimal halfUp = new BigDecimal(nanos).setScale(0, RoundingMode.HALF_UP);
    long expected = halfUp.toBigInteger().max(BigInteger.ZERO).min(LONGEST).longValueExact();
    assertThat(Durations.round(nanos)).isEqualTo(expected);
  }

  @Test
  @DisplayName("P12: what is not a number becomes the maximum, so that a cap decides, never zero")
  void notANumber() {
    assertThat(Durations.round(Double.NaN)).isEqualTo(Long.MAX_VALUE);
    assertThat(Durations.round(Double.POSITIVE_INFINITY)).isEqualTo(Long.MAX_VALUE);
    assertThat(Durations.round(Double.NEGATIVE_INFINITY)).isZero();
    assertThat(Durations.round(-0.4)).isZero();
    assertThat(Durations.round(0.5)).isEqualTo(1);
    assertThat(Durations.round(0.49)).isZero();
  }
}

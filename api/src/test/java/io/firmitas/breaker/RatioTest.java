package io.firmitas.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.RoundingMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatioTest {
  private static Ratio ratio(double share) {
    return Ratio.of("failureRate", share);
  }

  @ParameterizedTest(name = "S7: {1} of {2} reaches {0}, one less does not")
  @CsvSource({"0.07, 7, 100", "0.28, 28, 100", "0.55, 55, 100", "0.14, 7, 50", "1.0, 5, 5"})
  void exactly(double share, int part, int whole) {
    assertThat(ratio(share).isReachedBy(part, whole)).isTrue();
    assertThat(ratio(share).isReachedBy(part - 1, whole)).isFalse();
    assertThat(ratio(share).partOf(whole)).isEqualTo(part);
  }

  @Test
  @DisplayName("P21: all of the calls reach 1.0")
  void all() {
    assertThat(ratio(1.0).isReachedBy(5, 5)).isTrue();
    assertThat(ratio(1.0).isReachedBy(4, 5)).isFalse();
    assertThat(ratio(1.0).isReachedBy(Integer.MAX_VALUE, Integer.MAX_VALUE)).isTrue();
  }

  @Test
  @DisplayName("S7: no share is reached by pure successes")
  void atLeastOne() {
    Ratio smallest = new Ratio(1);
    assertThat(smallest.isReachedBy(0, Integer.MAX_VALUE)).isFalse();
    assertThat(smallest.isReachedBy(1, 1_000_000_000)).isTrue();
    assertThat(smallest.isReachedBy(1, 1_000_000_001)).isFalse();
    assertThat(smallest.partOf(1)).isEqualTo(1);
  }

  @Property
  @Label("S7: every share of whole percents of every window is judged as decimals say")
  void percents(
      @ForAll @IntRange(min = 1, max = 100) int percent,
      @ForAll @IntRange(min = 1, max = 1_000_000) int whole,
      @ForAll @IntRange(min = 0, max = 1_000_000) int anyPart) {
    int part = anyPart % (whole + 1);
    boolean reached =
        BigDecimal.valueOf(part)
                .compareTo(BigDecimal.valueOf(percent, 2).multiply(BigDecimal.valueOf(whole)))
            >= 0;
    assertThat(ratio(percent / 100.0).isReachedBy(part, whole)).isEqualTo(reached);
  }

  @Property
  @Label("every share with nine decimals is judged exactly")
  void billionths(
      @ForAll @LongRange(min = 1, max = 1_000_000_000) long billionths,
      @ForAll @IntRange(min = 1) int whole,
      @ForAll @IntRange(min = 0) int anyPart) {
    int part = anyPart % Math.max(1, whole);
    BigDecimal threshold = BigDecimal.valueOf(billionths, 9).multiply(BigDecimal.valueOf(whole));
    Ratio ratio = new Ratio(billionths);
    assertThat(ratio.isReachedBy(part, whole))
        .isEqualTo(BigDecimal.valueOf(part).compareTo(threshold) >= 0);
    int smallest = ratio.partOf(whole);
    assertThat(smallest)
        .isEqualTo(threshold.setScale(0, RoundingMode.CEILING).intValueExact())
        .isPositive();
    assertThat(ratio.isReachedBy(smallest, whole)).isTrue();
    assertThat(ratio.isReachedBy(smallest - 1, whole)).isFalse();
  }

  @Property
  @Label("a share is read as its shortest decimal form, and written back the same")
  void shortestDecimal(@ForAll @LongRange(min = 1, max = 1_000_000_000) long billionths) {
    double share = BigDecimal.valueOf(billionths, 9).doubleValue();
    Ratio ratio = ratio(share);
    assertThat(ratio.billionths()).isEqualTo(billionths);
    assertThat(new BigDecimal(ratio.toString())).isEqualByComparingTo(Double.toString(share));
    assertThat(ratio.value()).isEqualTo(share);
  }

  @ParameterizedTest(name = "{0} is no share")
  @ValueSource(doubles = {0, -0.0, -0.5, 1.000000001, 50, Double.NaN, Double.POSITIVE_INFINITY})
  void refuses(double share) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ratio(share))
        .withMessageStartingWith("failureRate must be above 0 and at most 1 but is " + share)
        .withMessageContaining("; 0.5 means half of the calls");
  }

  @Test
  @DisplayName("more than nine decimals are refused, not rounded")
  void refusesTooManyDecimals() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ratio(0.1234567891))
        .withMessageMatching(
            "failureRate must have at most nine decimals but is 0\\.1234567891; .+");
    assertThatIllegalArgumentException().isThrownBy(() -> ratio(Double.MIN_VALUE));
    assertThatIllegalArgumentException().isThrownBy(() -> new Ratio(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Ratio(1_000_000_001));
  }
}

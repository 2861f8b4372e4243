package io.firmitas.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every message names the parameter, its value, the bound and what to do. */
class ArgumentsTest {
  @Test
  @DisplayName("what is within its bounds is handed back")
  void accepts() {
    assertThat(Arguments.notNull("p", "x")).isEqualTo("x");
    assertThat(Arguments.atLeast("p", 3, 3)).isEqualTo(3);
    assertThat(Arguments.positive("p", Duration.ofNanos(1))).isEqualTo(Duration.ofNanos(1));
    assertThat(Arguments.notNegative("p", Duration.ZERO)).isEqualTo(Duration.ZERO);
    assertThat(Arguments.between("p", 1.0, 0, 1)).isEqualTo(1.0);
    assertThat(Arguments.between("p", 0.0, 0, 1)).isEqualTo(0.0);
    assertThat(Arguments.notEmpty("p", List.of(1))).containsExactly(1);
    assertThat(Arguments.notBlank("p", " x")).isEqualTo(" x");
  }

  @Test
  @DisplayName("null is refused by name")
  void notNull() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.notNull("limit", null))
        .withMessageMatching("limit must not be null; .+");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.positive("limit", null))
        .withMessageStartingWith("limit must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.notNegative("limit", null))
        .withMessageStartingWith("limit must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.notEmpty("limit", null))
        .withMessageStartingWith("limit must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.notBlank("limit", null))
        .withMessageStartingWith("limit must not be null");
  }

  @Test
  @DisplayName("a number below its bound")
  void atLeast() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.atLeast("size", 2, 3))
        .withMessage("size must be at least 3 but is 2; give 3 or more");
  }

  @Test
  @DisplayName("durations that are zero or negative")
  void durations() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.positive("limit", Duration.ZERO))
        .withMessage("limit must be longer than zero but is PT0S; give at least one nanosecond");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.positive("limit", Duration.ofNanos(-1)))
        .withMessageContaining("PT-0.000000001S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.notNegative("limit", Duration.ofSeconds(-1)))
        .withMessage("limit must not be negative but is PT-1S; give zero or a positive duration");
  }

  @Test
  @DisplayName("a number outside its range, or none at all")
  void between() {
    for (double value : new double[] {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Arguments.between("factor", value, 0, 1))
          .withMessageMatching(
              "factor must be between 0\\.0 and 1\\.0 but is \\Q" + value + "\\E; .+");
    }
  }

  @Test
  @DisplayName("an empty list, or null in it")
  void notEmpty() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.notEmpty("types", List.of()))
        .withMessage(
            "types must name at least one but is empty; leave it unset to use the default");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.notEmpty("types", Arrays.asList(1, null)))
        .withMessageStartingWith("each member of types must not be null");
  }

  @Test
  @DisplayName("blank text")
  void notBlank() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.notBlank("name", " \t"))
        .withMessageMatching("name must not be blank but is \" \t\"; .+");
  }
}

package io.firmitas.cdi.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
  @ParameterizedTest
  @DisplayName("CDI-44: durations with a unit, in ISO form, and as bare seconds")
  @CsvSource({
    "500ms,     PT0.5S",
    "5s,        PT5S",
    "2m,        PT2M",
    "2min,      PT2M",
    "1h,        PT1H",
    "1d,        PT24H",
    "60,        PT1M",
    "1.5s,      PT1.5S",
    "250us,     PT0.00025S",
    "1ns,       PT0.000000001S",
    "0s,        PT0S",
    "0,         PT0S",
    "-5s,       PT-5S",
    "' 5 s ',   PT5S",
    "5S,        PT5S",
    "PT1.5S,    PT1.5S",
    "pt2m,      PT2M",
    "P1D,       PT24H",
    "9223372036854775807, PT2562047788015215H30M7S",
  })
  void reads(String text, Duration expected) throws BadValueException {
    assertThat(DurationText.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @DisplayName(
      "CDI-44: what is no duration, no whole number of nanoseconds, or too long, is refused")
  @ValueSource(
      strings = {
        "",
        "soon",
        "5x",
        "1.5",
        "0.1ns",
        "PT",
        "P",
        "5s5",
        "9223372036854775808",
        "99999999999999999999d",
        "1e3s",
        "NaN"
      })
  void refuses(String text) {
    assertThatThrownBy(() -> DurationText.parse(text))
        .isInstanceOf(BadValueException.class)
        .hasMessageContaining("is not a duration");
  }
}

package io.firmitas.cdi.internal.settings;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Durations as people write them: {@code 500ms}, {@code 1.5s}, {@code 2m}, {@code PT1.5S}; a bare
 * whole number is seconds.
 */
final class DurationText {
  private static final Pattern AMOUNT =
      Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)\\s*([a-z\u00b5\u03bc]*)");
  private static final BigDecimal GREATEST = BigDecimal.valueOf(Long.MAX_VALUE).movePointRight(9);
  private static final Map<String, Long> NANOS =
      Map.ofEntries(
          Map.entry("ns", 1L),
          Map.entry("us", 1_000L),
          Map.entry("\u00b5s", 1_000L),
          Map.entry("\u03bcs", 1_000L),
          Map.entry("ms", 1_000_000L),
          Map.entry("s", 1_000_000_000L),
          Map.entry("m", 60_000_000_000L),
          Map.entry("min", 60_000_000_000L),
          Map.entry("h", 3_600_000_000_000L),
          Map.entry("d", 86_400_000_000_000L));

  private DurationText() {}

  static Duration parse(String text) throws BadValueException {
    String trimmed = text.trim();
    Duration duration = isIso(trimmed) ? parseIso(trimmed) : parseAmount(trimmed);
    if (duration == null) {
      throw new BadValueException(
          "\"" + text + "\" is not a duration",
          "write it like 500ms, 5s, 2m, 1h or PT1.5S; a bare whole number is seconds");
    }
    return duration;
  }

  private static boolean isIso(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    return upper.startsWith("P") || upper.startsWith("-P") || upper.startsWith("+P");
  }

  private static @Nullable Duration parseIso(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeException notIso) {
      return null;
    }
  }

  private static @Nullable Duration parseAmount(String text) {
    Matcher matcher = AMOUNT.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return null;
    }
    String number = String.valueOf(matcher.group(1));
    String unit = String.valueOf(matcher.group(2));
    if (unit.isEmpty()) {
      unit = number.contains(".") ? "none" : "s";
    }
    Long nanos = NANOS.get(unit);
    return nanos == null ? null : exact(new BigDecimal(number).multiply(BigDecimal.valueOf(nanos)));
  }

  /** Null when the amount is no whole number of nanoseconds or too long for a {@link Duration}. */
  private static @Nullable Duration exact(BigDecimal nanos) {
    if (nanos.abs().compareTo(GREATEST) > 0 || nanos.stripTrailingZeros().scale() > 0) {
      return null;
    }
    BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.valueOf(1_000_000_000L));
    return Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
  }
}

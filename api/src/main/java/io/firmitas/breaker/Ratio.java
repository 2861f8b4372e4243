package io.firmitas.breaker;

import java.math.BigDecimal;

/**
 * An exact share between 0 and 1 with at most nine decimals. Compared with integers only, so 7 of
 * 100 reaches 0.07.
 *
 * @param billionths the share in billionths, from 1 to 1,000,000,000
 */
public record Ratio(long billionths) {
  private static final long ONE = 1_000_000_000L;

  /**
   * Checks the bounds.
   *
   * @param billionths the share in billionths
   */
  public Ratio {
    if (billionths < 1 || billionths > ONE) {
      throw new IllegalArgumentException(
          "ratio must be above 0 and at most 1 but is "
              + billionths
              + "e-9; give 1 to 1000000000 billionths");
    }
  }

  /**
   * Reads a share as its shortest decimal form: 0.07 means exactly seven hundredths.
   *
   * @param parameter the name of the setting, for error messages
   * @param share the share, above 0 and at most 1, with at most nine decimals
   * @return the ratio
   */
  public static Ratio of(String parameter, double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          parameter
              + " must be above 0 and at most 1 but is "
              + share
              + "; 0.5 means half of the calls");
    }
    BigDecimal billionths = BigDecimal.valueOf(share).movePointRight(9).stripTrailingZeros();
    if (billionths.scale() > 0) {
      throw new IllegalArgumentException(
          parameter + " must have at most nine decimals but is " + share + "; round it");
    }
    return new Ratio(billionths.longValueExact());
  }

  /**
   * Whether a part of a whole reaches this share.
   *
   * @param part the part, not negative
   * @param whole the whole, above 0 and at most {@link Integer#MAX_VALUE}
   * @return true when {@code part / whole >= this}
   */
  public boolean isReachedBy(int part, int whole) {
    return part * ONE >= billionths * whole;
  }

  /**
   * The smallest part of a whole that reaches this share.
   *
   * @param whole the whole, above 0
   * @return the part, at least 1
   */
  public int partOf(int whole) {
    return Math.toIntExact((billionths * whole + ONE - 1) / ONE);
  }

  /**
   * The share as a number.
   *
   * @return the share
   */
  public double value() {
    return billionths / 1e9;
  }

  @Override
  public String toString() {
    return BigDecimal.valueOf(billionths, 9).stripTrailingZeros().toPlainString();
  }
}

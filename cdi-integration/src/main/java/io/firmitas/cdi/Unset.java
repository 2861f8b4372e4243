package io.firmitas.cdi;

/** The values of annotation members that were left out. A member with such a value says nothing. */
public final class Unset {
  /** Text that was left out; the empty text is a value. */
  public static final String TEXT = "\u0000unset";

  /** A whole number that was left out. */
  public static final int NUMBER = Integer.MIN_VALUE;

  /** A decimal number that was left out. */
  public static final double DECIMAL = Double.NaN;

  private Unset() {}
}

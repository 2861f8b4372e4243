package io.firmitas.cdi;

import io.firmitas.Context;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;

/** The values of annotation members that were left out. A member with such a value says nothing. */
public final class Unset {
  /** Text that was left out; the empty text is a value. */
  public static final String TEXT = "\u0000unset";

  /** A whole number that was left out. */
  public static final int NUMBER = Integer.MIN_VALUE;

  /** A decimal number that was left out. */
  public static final double DECIMAL = Double.NaN;

  /** A condition for failures that was left out. */
  public interface FailureCondition extends Predicate<Throwable> {}

  /** A condition for results that was left out. */
  public interface ResultCondition extends Predicate<Object> {}

  /** A condition for sources that was left out. */
  public interface SourceCondition extends Predicate<Object> {}

  /** A condition for calls that was left out. */
  public interface CallCondition extends Predicate<Context> {}

  /** A function from failures to times that was left out. */
  public interface TimeFunction extends Function<Throwable, Duration> {}

  private Unset() {}
}

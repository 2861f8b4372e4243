package io.firmitas.benchmarks;

/** The failure of a call: made once and without a stack trace, so that only the policies cost. */
public final class CallFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The only instance. */
  @SuppressWarnings("StaticAssignmentOfThrowable") // it has no stack trace that could be wrong
  public static final CallFailure INSTANCE = new CallFailure();

  private CallFailure() {
    super("the call failed", null, false, false);
  }
}

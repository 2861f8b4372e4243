package io.firmitas;

/**
 * Carries a checked exception out of {@link Policy#get} and {@link Policy#run}, which cannot
 * declare it. The cause is the exception itself. When the cause is an {@link InterruptedException},
 * the thread's interrupt flag is set.
 */
public final class CallFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the exception.
   *
   * @param cause the checked exception
   */
  public CallFailedException(Exception cause) {
    super(cause);
  }
}

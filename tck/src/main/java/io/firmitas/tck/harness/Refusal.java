package io.firmitas.tck.harness;

import org.jspecify.annotations.Nullable;

/**
 * A provider does not have what a test needs.
 *
 * @param reason what it lacks, in its own words
 */
record Refusal(String reason) {
  /**
   * The refusal that an exception of a provider is. One without a message names nothing, and one
   * that the JDK threw says that the provider changed what cannot be changed: both are mistakes.
   *
   * @param thrown what the provider threw
   * @return the refusal, or {@code null} when it is none
   */
  static @Nullable Refusal of(UnsupportedOperationException thrown) {
    String message = thrown.getMessage();
    StackTraceElement[] frames = thrown.getStackTrace();
    boolean byTheJdk = frames.length > 0 && frames[0].getClassName().startsWith("java.");
    return message == null || message.isBlank() || byTheJdk ? null : new Refusal(message);
  }

  /**
   * The refusal of an operation, for which a test ended, as its failure or as the cause of it.
   *
   * @param failure how the test ended
   * @return the refusal, or {@code null} when it ended for another reason
   */
  static @Nullable Refusal in(Throwable failure) {
    Throwable current = failure;
    for (int depth = 0; current != null && depth < 10; depth++) {
      if (current instanceof UnsupportedOperationException unsupported) {
        return of(unsupported);
      }
      current = current.getCause();
    }
    return null;
  }
}

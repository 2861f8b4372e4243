package io.firmitas.retry;

/**
 * One attempt of an inline loop, see {@link Retry#attempts()}. It is marked exactly once, by {@link
 * #run}, {@link #success()} or {@link #failure}. Used by the thread that runs the loop only.
 */
public interface Attempt {
  /**
   * The number of the attempt.
   *
   * @return the number, from 1
   */
  int number();

  /**
   * Runs the body of the loop and marks the attempt by how it ends. A failure that is retried is
   * swallowed: the code after this call runs, and the loop goes on.
   *
   * @param body what to do
   * @return true when the body succeeded, which ends the loop
   * @throws Exception the body's failure when it is not one that is retried
   */
  boolean run(Body body) throws Exception;

  /**
   * Marks the attempt as successful, which ends the loop.
   *
   * @throws IllegalStateException when the attempt is marked already
   */
  void success();

  /**
   * Marks the attempt as failed.
   *
   * @param failure the failure
   * @throws Exception the failure itself when it is not one that is retried
   * @throws IllegalStateException when the attempt is marked already
   */
  void failure(Throwable failure) throws Exception;

  /** The body of a loop. */
  @FunctionalInterface
  interface Body {
    /**
     * Runs the body.
     *
     * @throws Exception when the attempt fails
     */
    void run() throws Exception;
  }
}

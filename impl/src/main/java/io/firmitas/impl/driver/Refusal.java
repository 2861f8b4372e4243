package io.firmitas.impl.driver;

import java.util.concurrent.RejectedExecutionException;

/** Why a runtime did not take a task. */
public final class Refusal {
  private Refusal() {}

  /**
   * The refusal of a task. A runtime refuses in many ways, also with errors such as that no thread
   * can be made.
   *
   * @param what what was refused, as in "The runtime refused the next attempt"
   * @param refused what the runtime threw
   * @return that itself, or an exception with it as its cause
   */
  public static RejectedExecutionException of(String what, Throwable refused) {
    return refused instanceof RejectedExecutionException rejection
        ? rejection
        : new RejectedExecutionException("The runtime refused " + what, refused);
  }
}

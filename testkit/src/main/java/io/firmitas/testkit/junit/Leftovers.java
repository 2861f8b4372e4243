package io.firmitas.testkit.junit;

import java.util.ArrayList;
import java.util.List;

/** What a test has left behind, collected so that all of it is reported at once. */
final class Leftovers {
  private final boolean pendingAllowed;
  private final List<String> complaints = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();

  Leftovers(boolean pendingAllowed) {
    this.pendingAllowed = pendingAllowed;
  }

  boolean pendingAllowed() {
    return pendingAllowed;
  }

  /** Work that is not done, which {@link LeavesPending} allows. */
  void pending(long count, String what) {
    if (count > 0 && !pendingAllowed) {
      complaints.add(count + " " + what);
    }
  }

  void interrupted() {
    complaints.add("the interrupt flag of the test's thread is set");
  }

  void threw(Throwable failure) {
    complaints.add("a timer or task threw " + failure);
    failures.add(failure);
  }

  void throwIfAny() {
    if (complaints.isEmpty()) {
      return;
    }
    AssertionError error =
        new AssertionError(
            "The test left behind:\n - "
                + String.join("\n - ", complaints)
                + "\nWork may be left pending with @LeavesPending.");
    failures.forEach(error::addSuppressed);
    throw error;
  }
}

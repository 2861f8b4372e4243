package io.firmitas.tck.rules.hostile;

/** What a runtime does wrong. */
enum Fault {
  CLOCK_STANDS("a clock that stands still"),
  CLOCK_JUMPS_FORWARD("a clock that jumps forward"),
  CLOCK_JUMPS_BACK("a clock that jumps back"),
  EXECUTOR_REJECTS("an executor that rejects"),
  EXECUTOR_FAILS("an executor that cannot make a thread"),
  SCHEDULER_REJECTS("a scheduler that rejects"),
  SCHEDULER_FAILS("a scheduler that cannot make a thread"),
  SCHEDULER_SHUTS_DOWN("a scheduler that is shut down while somebody waits"),
  SLEEP_IS_INTERRUPTED("a sleep that is interrupted");

  private final String text;

  Fault(String text) {
    this.text = text;
  }

  boolean isOfClock() {
    return this == CLOCK_STANDS || this == CLOCK_JUMPS_FORWARD || this == CLOCK_JUMPS_BACK;
  }

  @Override
  public String toString() {
    return text;
  }
}

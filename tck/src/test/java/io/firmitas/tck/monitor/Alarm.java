package io.firmitas.tck.monitor;

/**
 * The interrupt that a timeout owes to the thread of its call: made at most once, and not too late.
 */
final class Alarm {
  private final Thread caller = Thread.currentThread();
  private boolean calling = true;
  private boolean rung;
  private boolean foreign;

  synchronized void ring() {
    if (calling) {
      rung = true;
      foreign = caller.isInterrupted();
      if (!foreign) {
        caller.interrupt();
      }
    }
  }

  /** The call has ended: no interrupt comes from now on. */
  synchronized void stop() {
    calling = false;
  }

  synchronized boolean hasRung() {
    return rung;
  }

  /** Whether the thread was interrupted by this alarm and by nobody before it. */
  synchronized boolean hasInterrupted() {
    return rung && !foreign;
  }
}

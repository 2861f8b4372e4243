package io.firmitas.tck.monitor;

import io.firmitas.Context;
import io.firmitas.PolicyRuntime;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutConfig;
import java.util.List;

/** Timeouts with one mistake each, most of them seen in the field. */
final class BrokenTimeouts {
  private BrokenTimeouts() {}

  static List<Broken> all() {
    return List.of(
        new Broken(
            "its own interrupt escapes",
            new MonitorProvider() {
              @Override
              Timeout timeout(TimeoutConfig config) {
                return new MonitorTimeout(config) {
                  @Override
                  void clearOwnInterrupt() {}
                };
              }
            }),
        new Broken(
            "a foreign interrupt is reported as a timeout",
            new MonitorProvider() {
              @Override
              Timeout timeout(TimeoutConfig config) {
                return new MonitorTimeout(config) {
                  @Override
                  boolean isOwn(InterruptedException interrupt, boolean interrupted) {
                    return true;
                  }
                };
              }
            }),
        new Broken(
            "an Error after the time is replaced",
            new MonitorProvider() {
              @Override
              Timeout timeout(TimeoutConfig config) {
                return new MonitorTimeout(config) {
                  @Override
                  boolean leavesAsItIs(Throwable late) {
                    return false;
                  }
                };
              }
            }),
        new Broken(
            "a late result is returned",
            new MonitorProvider() {
              @Override
              Timeout timeout(TimeoutConfig config) {
                return new MonitorTimeout(config) {
                  @Override
                  boolean discardsLateResults() {
                    return false;
                  }
                };
              }
            }),
        new Broken(
            "the deadline is not narrowed",
            new MonitorProvider() {
              @Override
              Timeout timeout(TimeoutConfig config) {
                return new MonitorTimeout(config) {
                  @Override
                  Context inside(Context context, long start) {
                    return context;
                  }
                };
              }
            }),
        new Broken(
            "the timer outlives the call",
            new MonitorProvider() {
              @Override
              Timeout timeout(TimeoutConfig config) {
                return new MonitorTimeout(config) {
                  @Override
                  void takeBack(PolicyRuntime.Timer timer) {}
                };
              }
            }));
  }
}

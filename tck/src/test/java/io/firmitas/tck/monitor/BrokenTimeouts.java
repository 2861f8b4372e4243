package io.firmitas.tck.monitor;

import io.firmitas.Context;
import io.firmitas.PolicyRuntime;
import java.util.List;

/** Timeouts with one mistake each, most of them seen in the field. */
final class BrokenTimeouts {
  private BrokenTimeouts() {}

  static List<Broken> all() {
    return List.of(
        Broken.timeout(
            "its own interrupt escapes",
            config ->
                new MonitorTimeout(config) {
                  @Override
                  void clearOwnInterrupt() {}
                }),
        Broken.timeout(
            "a foreign interrupt is reported as a timeout",
            config ->
                new MonitorTimeout(config) {
                  @Override
                  boolean isOwn(InterruptedException interrupt, boolean interrupted) {
                    return true;
                  }
                }),
        Broken.timeout(
            "an Error after the time is replaced",
            config ->
                new MonitorTimeout(config) {
                  @Override
                  boolean leavesAsItIs(Throwable late) {
                    return false;
                  }
                }),
        Broken.timeout(
            "a late result is returned",
            config ->
                new MonitorTimeout(config) {
                  @Override
                  boolean discardsLateResults() {
                    return false;
                  }
                }),
        Broken.timeout(
            "the deadline is not narrowed",
            config ->
                new MonitorTimeout(config) {
                  @Override
                  Context inside(Context context, long start) {
                    return context;
                  }
                }),
        Broken.timeout(
            "the timer outlives the call",
            config ->
                new MonitorTimeout(config) {
                  @Override
                  void takeBack(PolicyRuntime.Timer timer) {}
                }));
  }
}

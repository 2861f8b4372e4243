package io.firmitas.testkit.junit;

import io.firmitas.testkit.EventRecorder;
import io.firmitas.testkit.Gate;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one test was given. Used by the test's thread only. */
final class Fixture {
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final EventRecorder events = new EventRecorder();
  private final List<Gate> gates = new ArrayList<>();
  private @Nullable VirtualRuntime autoAdvancing;
  private @Nullable VirtualRuntime stepwise;

  EventRecorder events() {
    return events;
  }

  VirtualRuntime autoAdvancing() {
    if (autoAdvancing == null) {
      autoAdvancing = new VirtualRuntime();
    }
    return autoAdvancing;
  }

  VirtualRuntime stepwise() {
    if (stepwise == null) {
      stepwise = VirtualRuntime.stepwise();
    }
    return stepwise;
  }

  Gate newGate() {
    Gate gate = new Gate();
    gates.add(gate);
    return gate;
  }

  /** Lets go of everything. Gates come first, because they hold tasks. */
  void release(Leftovers leftovers) {
    if (Thread.interrupted()) {
      leftovers.interrupted();
    }
    for (Gate gate : gates) {
      leftovers.pending(gate.inside(), "call(s) held by a gate; open it");
      gate.open();
    }
    if (stepwise != null) {
      if (!leftovers.pendingAllowed()) {
        stepwise.awaitTasks(GRACE); // a task whose result was awaited may still be on its way out
      }
      release(stepwise, leftovers);
    }
    if (autoAdvancing != null) {
      release(autoAdvancing, leftovers);
    }
  }

  private static void release(VirtualRuntime runtime, Leftovers leftovers) {
    leftovers.pending(runtime.pendingTasks(), "task(s) that have not ended; await their results");
    leftovers.pending(
        runtime.sleepers(), "thread(s) sleeping; advance the clock or interrupt them");
    leftovers.pending(
        runtime.pendingTimers(), "timer(s) pending; a policy or the test must cancel them");
    runtime.close();
    runtime.takeFailures().forEach(leftovers::threw);
  }
}

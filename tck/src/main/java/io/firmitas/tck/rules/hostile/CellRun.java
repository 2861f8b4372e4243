package io.firmitas.tck.rules.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.event.CallbackFailed;
import io.firmitas.tck.rules.hostile.Act.Kind;
import io.firmitas.tck.rules.hostile.Hook.Nature;
import io.firmitas.tck.rules.hostile.Play.Ending;
import io.firmitas.tck.rules.hostile.Subject.Made;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Runs one field of the matrix and checks each call. */
final class CellRun {
  private static final List<String> RESULTS = List.of("page", "bad", "cached");

  private final VirtualRuntime time = new VirtualRuntime();
  private final EventRecorder events = new EventRecorder();
  private final Script script = new Script();
  private final Cell cell;
  private final Act act;
  private final Trap trap;
  private final Play play;
  private final Made made;
  private final List<String> transcript = new ArrayList<>();

  CellRun(Workshop.Maker maker, Cell cell, Act act) {
    this.cell = cell;
    this.act = act;
    trap = new Trap(act);
    play = new Play(time, cell.form(), trap);
    if (cell.hook().part().equals(Hooks.AT_BUILD)) {
      trap.arm();
    }
    made = cell.subject().make().apply(new Workshop(maker, time, events, cell.hook(), trap));
    trap.use(made.policy(), made.breaker());
    trap.arm();
  }

  /** Makes all calls, then checks what is left. */
  CellRun run() throws Exception {
    try (play) {
      makeCalls();
    }
    return this;
  }

  private void makeCalls() throws Exception {
    for (String outcomes : cell.subject().script()) {
      if (outcomes.equals(Script.WAIT)) {
        time.advance(Duration.ofSeconds(60));
      } else {
        Ending ending = call(outcomes);
        check(ending);
        transcript.add(outcomes + ": " + ending.text() + stateOfBreaker());
        Thread.interrupted();
      }
    }
    assertTrue(trap.sprung() > 0, "the hook was never asked, so nothing was tested");
    assertFalse(trap.isStuck(), "another thread could not use the policy while the hook ran");
    assertTrue(script.isUntouched(), "failures of calls are not modified");
    assertEquals(0, trap.onTheirWay(), "calls of which the budget was told no end");
    checkThrown();
    trap.disarm();
    new Aftermath(time, cell.subject(), made).check();
  }

  private Ending call(String outcomes) {
    ScriptedCall<Object> call = script.call(outcomes, time);
    Cancellation cancellation = new Cancellation();
    trap.begin(cancellation, call::count);
    Context context =
        act.equals(Act.CANCELLING_CONTEXT)
            ? Context.root().withCancellation(cancellation)
            : Context.root();
    return play.run(made.policy(), call, context);
  }

  private String stateOfBreaker() {
    CircuitBreaker breaker = made.breaker();
    if (breaker == null) {
      return "";
    }
    CircuitBreakerSnapshot seen = breaker.snapshot();
    return ", then " + seen.state() + " for " + seen.openTime() + " with " + seen.failures();
  }

  /** What callers got from call to call. */
  List<String> transcript() {
    return transcript;
  }

  private void check(Ending ending) {
    Throwable failure = ending.failure();
    if (failure == null) {
      assertTrue(isAllowed(ending.result()), () -> "returned " + ending.result());
    } else {
      assertTrue(mayFailWith(failure), () -> "failed with " + failure);
    }
    if (cell.form() == Form.SYNC && !cell.subject().runsInTasks()) {
      checkFlag(ending);
    }
    if (trap.callsAtCancel() >= 0) {
      assertTrue(
          ending.calls() <= trap.callsAtCancel() + 1,
          () -> ending.calls() + " calls, " + trap.callsAtCancel() + " of them before the end");
    }
  }

  private void checkFlag(Ending ending) {
    if (trap.hasInterruptedCaller()) {
      assertTrue(
          ending.interrupted() || ending.failure() instanceof InterruptedException,
          "the interrupt is there after the call");
    } else {
      assertFalse(ending.interrupted(), "an interrupt that nobody made");
    }
  }

  private boolean isAllowed(@Nullable Object result) {
    return result == null
        ? answers()
        : RESULTS.contains(result) || (act.kind() == Kind.CALLS && result.equals("inner"));
  }

  private boolean answers() {
    return cell.hook().nature() == Nature.ANSWER;
  }

  private boolean mayFailWith(Throwable failure) {
    return script.owns(failure)
        || failure.getClass().getName().startsWith("io.firmitas.")
        || (act.kind() == Kind.INTERRUPTS && failure instanceof InterruptedException)
        || (act.kind() == Kind.CANCELS && failure instanceof CancellationException)
        || (answers() && failure == trap.thrown())
        || (answers()
            && act.kind() == Kind.ANSWERS
            && (failure instanceof NullPointerException
                || failure instanceof CancellationException));
  }

  private void checkThrown() {
    Throwable thrown = trap.thrown();
    if (thrown == null) {
      return;
    }
    assertEquals(0, thrown.getSuppressed().length, "exceptions of others are not modified");
    if (cell.hook().nature() != Nature.ANSWER && !cell.hook().part().equals("callback failed")) {
      assertTrue(isReported(thrown), "what the hook threw is reported as CallbackFailed");
    }
  }

  private boolean isReported(Throwable thrown) {
    List<CallbackFailed> reports = events.of(CallbackFailed.class);
    return reports.stream().anyMatch(report -> report.failure() == thrown);
  }
}

package io.firmitas.tck.rules.hostile;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Context;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.tck.rules.hostile.Play.Ending;
import io.firmitas.tck.rules.hostile.Subject.Made;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every policy, alone and composed, in every form of a call, on a runtime that misbehaves. After
 * that, on a runtime that behaves again, the same must hold as after hostile hooks.
 */
public abstract class HostileRuntimeRules extends Scenario {
  private static final List<String> RESULTS = List.of("page", "bad", "cached", "late");

  private final Script script = new Script();

  record Case(Subject subject, Form form, Fault fault) {
    static Stream<Case> all() {
      return Subject.all().stream()
          .flatMap(subject -> Arrays.stream(Form.values()).flatMap(form -> of(subject, form)));
    }

    private static Stream<Case> of(Subject subject, Form form) {
      return Arrays.stream(Fault.values()).map(fault -> new Case(subject, form, fault));
    }

    @Override
    public String toString() {
      return subject + ", " + form + ": " + fault;
    }
  }

  static Stream<Case> clocks() {
    return Case.all().filter(one -> one.fault().isOfClock());
  }

  static Stream<Case> refusals() {
    return Case.all().filter(one -> !one.fault().isOfClock());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("clocks")
  @Rule("UC-06")
  @DisplayName("UC-06: on a clock that stands still or jumps every call ends, and then all is well")
  void clocks(Case one) throws Exception {
    play(one);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  @Rule("UC-07")
  @DisplayName("UC-07: on a runtime that refuses every call ends, and then all is well")
  void refusals(Case one) throws Exception {
    play(one);
  }

  private void play(Case one) throws Exception {
    HostileRuntime runtime = new HostileRuntime(time);
    Trap trap = new Trap(Act.NOTHING);
    Made made = one.subject().make().apply(new Workshop(this::create, runtime, events, null, trap));
    runtime.fail(one.fault());
    try (Play play = new Play(time, one.form(), trap)) {
      for (String outcomes : one.subject().script()) {
        if (outcomes.equals(Script.WAIT)) {
          time.advance(Duration.ofSeconds(60));
        } else {
          check(play.run(made.policy(), script.call(outcomes, time), Context.root()), one.fault());
        }
      }
    }
    runtime.mend();
    assertTrue(script.isUntouched(), "failures of calls are not modified");
    new Aftermath(time, one.subject(), made).check();
  }

  private void check(Ending ending, Fault fault) {
    Throwable failure = ending.failure();
    assertTrue(
        failure == null ? RESULTS.contains(ending.result()) : mayFailWith(failure, fault),
        () -> "ended with " + ending);
  }

  private boolean mayFailWith(Throwable failure, Fault fault) {
    return script.owns(failure)
        || failure.getClass().getName().startsWith("io.firmitas.")
        || switch (fault) {
          case EXECUTOR_REJECTS, SCHEDULER_REJECTS, SCHEDULER_SHUTS_DOWN ->
              failure instanceof RejectedExecutionException;
          case EXECUTOR_FAILS, SCHEDULER_FAILS ->
              failure instanceof RejectedExecutionException || failure instanceof InternalError;
          case SLEEP_IS_INTERRUPTED -> failure instanceof InterruptedException;
          default -> false;
        };
  }
}

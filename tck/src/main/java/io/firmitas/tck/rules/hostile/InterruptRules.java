package io.firmitas.tck.rules.hostile;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.tck.rules.hostile.Play.Ending;
import io.firmitas.tck.rules.hostile.Subject.Made;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.timeout.TimeoutExceededException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A foreign interrupt at every moment of a synchronous call; those of hooks are tested with them.
 */
public abstract class InterruptRules extends Scenario {
  private final Script script = new Script();

  /** When the thread is interrupted. */
  enum Moment {
    BEFORE_THE_CALL,
    IN_EACH_ATTEMPT,
    HALF_A_SECOND_LATER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  record Case(Subject subject, Moment moment) {
    @Override
    public String toString() {
      return subject + ", sync: an interrupt " + moment;
    }
  }

  static Stream<Case> moments() {
    return Subject.all().stream()
        .flatMap(
            subject -> Arrays.stream(Moment.values()).map(moment -> new Case(subject, moment)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("moments")
  @Rule("UC-04")
  @DisplayName("UC-04: a foreign interrupt is not lost, not a timeout, and followed by no attempt")
  void moments(Case one) throws Exception {
    Trap trap = new Trap(Act.NOTHING);
    Made made = one.subject().make().apply(new Workshop(this::create, time, events, null, trap));
    try (Play play = new Play(time, Form.SYNC, trap)) {
      for (String outcomes : one.subject().script()) {
        if (outcomes.equals(Script.WAIT)) {
          time.advance(Duration.ofSeconds(60));
        } else {
          play(one, made.policy(), play, script.call(outcomes, time));
        }
      }
    }
    new Aftermath(time, one.subject(), made).check();
  }

  private void play(Case one, Policy<Object> policy, Play play, ScriptedCall<Object> call) {
    Thread caller = Thread.currentThread();
    AtomicInteger callsBefore = new AtomicInteger(-1);
    Policy<Object> interrupted = policy;
    PolicyRuntime.Timer timer = () -> false;
    switch (one.moment()) {
      case BEFORE_THE_CALL -> {
        callsBefore.set(0);
        caller.interrupt();
      }
      case IN_EACH_ATTEMPT ->
          interrupted =
              Policies.<Object>wrap(
                  policy,
                  (attempt, context) -> {
                    callsBefore.compareAndSet(-1, call.count());
                    Thread.currentThread().interrupt();
                    return attempt.invoke(context);
                  });
      case HALF_A_SECOND_LATER ->
          timer =
              time.schedule(
                  Duration.ofMillis(500).toNanos(),
                  () -> {
                    callsBefore.set(Math.max(0, call.count() - 1));
                    caller.interrupt();
                  });
    }
    Ending ending = play.run(interrupted, call, Context.root());
    timer.cancel();
    check(one, ending, callsBefore.get());
  }

  private static void check(Case one, Ending ending, int callsBefore) {
    if (callsBefore < 0) {
      assertFalse(ending.interrupted(), "an interrupt that nobody made");
      return;
    }
    assertFalse(
        ending.failure() instanceof TimeoutExceededException, "the interrupt is not a timeout");
    assertTrue(
        ending.calls() <= callsBefore + 1, () -> ending.calls() + " calls, one at most is right");
    if (!one.subject().runsInTasks() || one.moment() == Moment.BEFORE_THE_CALL) {
      assertTrue(
          ending.interrupted() || ending.failure() instanceof InterruptedException,
          () -> "the interrupt is lost: " + ending);
    }
  }
}

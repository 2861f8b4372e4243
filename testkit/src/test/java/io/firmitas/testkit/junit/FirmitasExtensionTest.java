package io.firmitas.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.firmitas.testkit.AsyncGate;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.testkit.Gate;
import io.firmitas.testkit.VirtualRuntime;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

@DisplayName("The JUnit extension")
class FirmitasExtensionTest {
  private static Optional<Throwable> failureOf(Class<?> type, String method) {
    Event finished =
        EngineTestKit.engine("junit-jupiter")
            .configurationParameter(Samples.WANTED, "true")
            .selectors(selectMethod(type, named(type, method)))
            .execute()
            .testEvents()
            .finished()
            .list()
            .get(0);
    return finished.getRequiredPayload(TestExecutionResult.class).getThrowable();
  }

  private static Method named(Class<?> type, String name) {
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(name)) {
        return method;
      }
    }
    throw new AssertionError(name);
  }

  private static String complaint(String method) {
    Throwable failure = failureOf(Samples.class, method).orElseThrow();
    assertThat(failure).isInstanceOf(AssertionError.class);
    return failure.getMessage();
  }

  @Nested
  @ExtendWith(FirmitasExtension.class)
  @DisplayName("injects")
  class Injects {
    private VirtualRuntime before;
    private EventRecorder recorderBefore;

    @BeforeEach
    void remember(VirtualRuntime runtime, EventRecorder recorder) {
      before = runtime;
      recorderBefore = recorder;
      assertThat(runtime.elapsed()).isZero();
      runtime.advance(Duration.ofSeconds(1));
    }

    @Test
    @DisplayName("one runtime and one recorder for a test and what runs before it")
    void sameForOneTest(VirtualRuntime runtime, EventRecorder recorder) {
      assertThat(runtime).isSameAs(before);
      assertThat(recorder).isSameAs(recorderBefore);
    }

    @Test
    @DisplayName(
        "fresh ones for each test, stepwise runtimes where asked for, and a gate per parameter")
    void freshForEachTest(
        @Stepwise VirtualRuntime stepwise, Gate first, Gate second, AsyncGate<String> async) {
      assertThat(stepwise).isNotSameAs(before);
      var unused = stepwise.submit(first.callable("x"));
      first.open();
      assertThat(first).isNotSameAs(second);
      assertThat(async.invocations()).isZero();
    }
  }

  @Test
  @DisplayName("passes a test that leaves nothing behind")
  void clean() {
    assertThat(failureOf(Samples.class, "clean")).isEmpty();
  }

  @Test
  @DisplayName("fails a test that leaves a timer")
  void timer() {
    assertThat(complaint("timer")).contains("1 timer(s) pending").contains("@LeavesPending");
  }

  @Test
  @DisplayName("fails a test that leaves a queued task")
  void task() {
    assertThat(complaint("task")).contains("1 task(s) that have not ended");
  }

  @Test
  @DisplayName("fails a test that leaves a call in a gate, and lets the call go")
  void gate() {
    assertThat(complaint("gate")).contains("1 call(s) held by a gate").doesNotContain("task(s)");
  }

  @Test
  @DisplayName("fails a test that leaves a sleeping thread, and ends it")
  void sleeper() {
    assertThat(complaint("sleeper")).contains("1 thread(s) sleeping");
  }

  @Test
  @DisplayName("fails a test that leaves its thread interrupted, and clears the flag")
  void interrupt() {
    assertThat(complaint("interrupt")).contains("interrupt flag");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  @DisplayName("fails a test whose timer threw, even when it may leave work pending")
  void failure() {
    assertThat(complaint("failure")).contains("threw java.lang.IllegalStateException: broken");
  }

  @Test
  @DisplayName("lets tests leave work pending where they say so")
  void leavesPending() {
    assertThat(failureOf(Samples.class, "timerMeant")).isEmpty();
    assertThat(failureOf(Samples.Lenient.class, "timer")).isEmpty();
  }

  @Test
  @DisplayName("adds nothing to a test that failed by itself")
  void failedAnyway() {
    assertThat(failureOf(Samples.class, "failed").orElseThrow())
        .hasMessage("its own")
        .hasNoSuppressedExceptions();
  }

  /** Run by the engine in the tests above only. */
  @ExtendWith({Samples.OnlyWhenWanted.class, FirmitasExtension.class})
  static class Samples {
    static final String WANTED = "firmitas.samples.wanted";

    static final class OnlyWhenWanted implements ExecutionCondition {
      @Override
      public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return context.getConfigurationParameter(WANTED).isPresent()
            ? ConditionEvaluationResult.enabled("wanted")
            : ConditionEvaluationResult.disabled("only the tests around run these samples");
      }
    }

    @Test
    void clean(VirtualRuntime runtime) throws Exception {
      runtime.schedule(1, () -> {});
      runtime.sleep(1);
    }

    @Test
    void timer(VirtualRuntime runtime) {
      runtime.schedule(1, () -> {});
    }

    @Test
    @LeavesPending
    void timerMeant(VirtualRuntime runtime) {
      runtime.schedule(1, () -> {});
    }

    @Test
    void task(VirtualRuntime runtime) {
      runtime.executor().execute(() -> {});
    }

    @Test
    void gate(@Stepwise VirtualRuntime runtime, Gate gate) {
      var unused = runtime.submit(gate.callable("x"));
      gate.awaitArrivals(1);
    }

    @Test
    void sleeper(@Stepwise VirtualRuntime runtime) {
      var unused =
          runtime.submit(
              () -> {
                runtime.sleep(1);
                return "awake";
              });
      runtime.awaitSleepers(1);
    }

    @Test
    void interrupt() {
      Thread.currentThread().interrupt();
    }

    @Test
    @LeavesPending
    void failure(VirtualRuntime runtime) {
      runtime.schedule(
          0,
          () -> {
            throw new IllegalStateException("broken");
          });
      runtime.runPending();
    }

    @Test
    void failed(VirtualRuntime runtime) {
      runtime.schedule(1, () -> {});
      throw new AssertionError("its own");
    }

    @Nested
    @LeavesPending
    class Lenient {
      @Test
      void timer(VirtualRuntime runtime) {
        runtime.schedule(1, () -> {});
      }
    }
  }
}

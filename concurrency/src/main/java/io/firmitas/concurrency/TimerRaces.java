package io.firmitas.concurrency;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.firmitas.Cancellation;
import io.firmitas.PolicyRuntime;
import io.firmitas.retry.RetryBudget;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The timer, cancellations and retry budgets. */
public final class TimerRaces {
  private TimerRaces() {}

  /** A timer that is due is cancelled by two threads. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "it ran, or one of them took it back")
  @Outcome(expect = FORBIDDEN, desc = "lost, or run although it was taken back")
  @State
  public static class RunOrCancelled {
    private final CompletableFuture<Boolean> ran = new CompletableFuture<>();
    private final AtomicInteger takenBack = new AtomicInteger();
    private final PolicyRuntime.Timer timer =
        PolicyRuntime.system().schedule(0, () -> ran.complete(true));

    /** Takes it back. */
    @Actor
    public void first() {
      takenBack.addAndGet(timer.cancel() ? 1 : 0);
    }

    /** Takes it back too. */
    @Actor
    public void second() {
      takenBack.addAndGet(timer.cancel() ? 1 : 0);
    }

    /** Waits for what was not taken back. */
    @Arbiter
    public void end(II_Result result) {
      result.r2 = takenBack.get();
      boolean hasRun =
          result.r2 == 0 ? ran.completeOnTimeout(false, 10, TimeUnit.SECONDS).join() : ran.isDone();
      result.r1 = hasRun ? 1 : 0;
    }
  }

  /** A callback is registered while the cancellation happens. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "told exactly once")
  @Outcome(expect = FORBIDDEN, desc = "never told, or twice")
  @State
  public static class RegisteredWhileCancelled {
    private final Cancellation cancellation = new Cancellation();
    private final AtomicInteger told = new AtomicInteger();

    /** Registers. */
    @Actor
    public void register() {
      cancellation.onCancel(told::incrementAndGet);
    }

    /** Cancels. */
    @Actor
    public void cancel() {
      cancellation.cancel();
    }

    /** Counts. */
    @Arbiter
    public void end(I_Result result) {
      result.r1 = told.get();
    }
  }

  /** Two calls want the last token of a retry budget. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "one of them gets it")
  @Outcome(expect = FORBIDDEN, desc = "granted twice, or to nobody")
  @State
  public static class LastToken {
    private final RetryBudget budget = oneToken();

    private static RetryBudget oneToken() {
      RetryBudget budget = RetryBudget.ofTokens(1, 0.1);
      budget.callStarted();
      budget.callStarted();
      return budget;
    }

    /** Asks. */
    @Actor
    public void first(II_Result result) {
      result.r1 = budget.tryRetry(true) ? 1 : 0;
    }

    /** Asks too. */
    @Actor
    public void second(II_Result result) {
      result.r2 = budget.tryRetry(true) ? 1 : 0;
    }
  }
}

package io.firmitas.concurrency;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.firmitas.AsyncCall;
import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The asynchronous drivers: completion, cancellation and the next attempt. */
public final class AsyncRaces {
  private static final Timeout TIMEOUT = Timeout.of(Duration.ofHours(1));
  private static final Retry RETRY =
      Retry.builder().maxAttempts(3).backoff(Backoff.none()).jitter(Jitter.none()).build();

  private AsyncRaces() {}

  /** 0 a result, 1 cancelled, 2 failed, 3 not done. */
  private static int code(CompletableFuture<?> future) {
    if (!future.isDone()) {
      return 3;
    }
    if (future.isCancelled()) {
      return 1;
    }
    return future.isCompletedExceptionally() ? 2 : 0;
  }

  /** The call of a probe completes while its caller gives up. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "completed: the breaker closes")
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "given up: the permit is back")
  @Outcome(expect = FORBIDDEN, desc = "permit leaked, or a vote of a call given up")
  @State
  public static class ProbeCompletedOrCancelled {
    private final CircuitBreaker breaker = Breakers.halfOpen();
    private final CompletableFuture<Object> source = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Object> future =
        breaker.executeAsync(context -> source, Context.root());

    /** Completes. */
    @Actor
    public void complete() {
      source.complete("result");
    }

    /** Gives up. */
    @Actor
    public void cancel() {
      future.cancel(true);
    }

    /** Looks. */
    @Arbiter
    public void end(II_Result result) {
      result.r1 = code(future);
      result.r2 = Breakers.code(breaker);
    }
  }

  /** A call under a timeout completes while its caller gives up. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "completed")
  @Outcome(
      id = {"1, 1", "1, 0"},
      expect = ACCEPTABLE,
      desc = "given up; the call stopped or done")
  @Outcome(expect = FORBIDDEN, desc = "never done, or the call goes on")
  @State
  public static class TimedCompletedOrCancelled {
    private final CompletableFuture<Object> source = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Object> future =
        TIMEOUT.executeAsync(context -> source, Context.root());

    /** Completes. */
    @Actor
    public void complete() {
      source.complete("result");
    }

    /** Gives up. */
    @Actor
    public void cancel() {
      future.cancel(true);
    }

    /** Looks. */
    @Arbiter
    public void end(II_Result result) {
      result.r1 = code(future);
      result.r2 = code(source);
    }
  }

  /** The first attempt fails while the caller gives up. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "given up during the first attempt")
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "given up during the second, which is stopped")
  @Outcome(expect = FORBIDDEN, desc = "never done, or an attempt goes on")
  @State
  public static class AttemptFailedOrCancelled {
    private final CompletableFuture<Object> first = new CompletableFuture<>();
    private final CompletableFuture<Object> second = new CompletableFuture<>();
    private final AtomicInteger attempts = new AtomicInteger();
    private final AsyncCall<Object> call =
        context -> attempts.incrementAndGet() == 1 ? first : second;
    private final CompletableFuture<@Nullable Object> future =
        RETRY.executeAsync(call, Context.root());

    /** Fails. */
    @Actor
    public void fail() {
      first.completeExceptionally(Breakers.FAILURE);
    }

    /** Gives up. */
    @Actor
    public void cancel() {
      future.cancel(true);
    }

    /** Looks: 9 for an attempt that goes on. */
    @Arbiter
    public void end(II_Result result) {
      result.r1 = code(future);
      result.r2 = attempts.get() == 2 && !second.isDone() ? 9 : attempts.get();
    }
  }

  /** The stage of the first attempt fails while the driver is still registering with it. */
  @JCStressTest
  @Outcome(id = "2, 3", expect = ACCEPTABLE, desc = "the second attempt is on its way, once")
  @Outcome(expect = FORBIDDEN, desc = "the failure is lost, or handled twice")
  @State
  public static class FailureWhileRegistering {
    private final CompletableFuture<Object> first = new CompletableFuture<>();
    private final CompletableFuture<Object> second = new CompletableFuture<>();
    private final AtomicInteger attempts = new AtomicInteger();
    private final AsyncCall<Object> call =
        context -> attempts.incrementAndGet() == 1 ? first : second;

    private volatile CompletableFuture<@Nullable Object> future = new CompletableFuture<>();

    /** Starts. */
    @Actor
    public void start() {
      future = RETRY.executeAsync(call, Context.root());
    }

    /** Fails. */
    @Actor
    public void fail() {
      first.completeExceptionally(Breakers.FAILURE);
    }

    /** Looks. */
    @Arbiter
    public void end(II_Result result) {
      result.r1 = attempts.get();
      result.r2 = code(future);
    }
  }

  /** A composition is completed from two sides at once. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "2, 0"},
      expect = ACCEPTABLE,
      desc = "one outcome, counted once")
  @Outcome(expect = FORBIDDEN, desc = "never done, or counted twice")
  @State
  public static class CompletedTwice {
    private final CircuitBreaker breaker = Breakers.afterThree();
    private final Policy<Object> policy = Policies.wrap(breaker, TIMEOUT);
    private final CompletableFuture<Object> source = new CompletableFuture<>();
    private final CompletableFuture<Object> future =
        policy.executeAsync(context -> source, Context.root());

    /** Completes. */
    @Actor
    public void complete() {
      source.complete("result");
    }

    /** Fails. */
    @Actor
    public void fail() {
      source.completeExceptionally(Breakers.FAILURE);
    }

    /** Looks: the failures counted must fit the outcome. */
    @Arbiter
    public void end(II_Result result) {
      int failed = code(future) == 2 ? 1 : 0;
      result.r1 = code(future);
      result.r2 = Math.abs(breaker.failures() - failed);
    }
  }
}

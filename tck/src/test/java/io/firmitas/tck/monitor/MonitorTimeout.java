package io.firmitas.tck.monitor;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.event.TimeoutExceeded;
import io.firmitas.event.TimeoutKept;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutConfig;
import io.firmitas.timeout.TimeoutExceededException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A limit in time for calls on the thread of their caller, and for stages. */
class MonitorTimeout implements Timeout {
  final TimeoutConfig config;
  final long nanos;

  MonitorTimeout(TimeoutConfig config) {
    this.config = config;
    this.nanos = Nanos.of(config.length());
  }

  // ---- the decisions; a broken timeout overrides one of them

  boolean isUp(long elapsed) {
    return elapsed >= nanos;
  }

  void clearOwnInterrupt() {
    Thread.interrupted();
  }

  boolean isOwn(InterruptedException interrupt, boolean interrupted) {
    return interrupted;
  }

  boolean leavesAsItIs(Throwable late) {
    return late instanceof Error;
  }

  boolean discardsLateResults() {
    return true;
  }

  Context inside(Context context, long start) {
    return context.withDeadline(runtime(), start + Math.min(nanos, Long.MAX_VALUE / 2));
  }

  void takeBack(PolicyRuntime.Timer timer) {
    timer.cancel();
  }

  // ---- calls

  @Override
  public Object execute(Call<? extends Object> call, Context context) throws Exception {
    long start = runtime().nanoTime();
    Alarm alarm = new Alarm();
    PolicyRuntime.Timer timer =
        config.interrupts() ? runtime().schedule(nanos, alarm::ring) : () -> false;
    Object result = null;
    Throwable failure = null;
    try {
      result = call.invoke(inside(context, start));
    } catch (Throwable thrown) {
      failure = thrown;
    }
    takeBack(timer);
    alarm.stop();
    boolean interrupted = alarm.hasInterrupted();
    if (interrupted) {
      clearOwnInterrupt();
    }
    long elapsed = runtime().nanoTime() - start;
    boolean foreign =
        failure instanceof InterruptedException interrupt && !isOwn(interrupt, interrupted);
    boolean late = alarm.hasRung() || isUp(elapsed);
    if (!foreign && (late || failure instanceof InterruptedException)) {
      return endLate(elapsed, result, failure, interrupted);
    }
    kept(elapsed);
    if (failure != null) {
      throw FailureMatcher.rethrow(failure);
    }
    return result;
  }

  private Object endLate(long elapsed, Object result, Throwable failure, boolean interrupted)
      throws Exception {
    exceeded(elapsed);
    if (failure != null && leavesAsItIs(failure)) {
      throw FailureMatcher.rethrow(failure);
    }
    if (failure == null && !discardsLateResults()) {
      return result;
    }
    TimeoutExceededException exceeded = exception();
    if (failure != null && !(interrupted && failure instanceof InterruptedException)) {
      exceeded.addSuppressed(failure);
    }
    throw exceeded;
  }

  final void kept(long elapsed) {
    config.listeners().publish(new TimeoutKept(name(), config.length(), Duration.ofNanos(elapsed)));
  }

  final void exceeded(long elapsed) {
    config
        .listeners()
        .publish(new TimeoutExceeded(name(), config.length(), Duration.ofNanos(elapsed)));
  }

  final TimeoutExceededException exception() {
    return new TimeoutExceededException(name(), nanos, config.stackTraces());
  }

  @Override
  public CompletableFuture<Object> executeAsync(AsyncCall<? extends Object> call, Context context) {
    return new TimedStage<Object>(this, context).start(call);
  }

  @Override
  public TimeoutConfig config() {
    return config;
  }

  @Override
  public PolicyRuntime runtime() {
    return config.runtime();
  }

  @Override
  public String describe() {
    return "timeout(" + name() + ")";
  }
}

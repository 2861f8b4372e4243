package io.firmitas.impl.runtime;

import io.firmitas.PolicyRuntime;
import io.firmitas.PolicyRuntime.Timer;

/**
 * Watches each call with a timer of the runtime. Works with every runtime and every kind of thread.
 */
final class SchedulingWatcher implements CallWatcher {
  private final PolicyRuntime runtime;

  SchedulingWatcher(PolicyRuntime runtime) {
    this.runtime = runtime;
  }

  private record Watch(InterruptGuard guard, Timer timer) {}

  @Override
  public Object begin(long start, long nanos) {
    InterruptGuard guard = new InterruptGuard();
    return new Watch(guard, runtime.schedule(nanos, guard));
  }

  @Override
  public boolean end(Object token) {
    Watch watch = (Watch) token;
    watch.timer.cancel();
    return watch.guard.end();
  }
}

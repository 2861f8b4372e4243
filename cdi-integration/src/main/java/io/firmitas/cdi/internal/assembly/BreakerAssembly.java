package io.firmitas.cdi.internal.assembly;

import static io.firmitas.cdi.internal.settings.BreakerSettings.DRY_RUN;
import static io.firmitas.cdi.internal.settings.BreakerSettings.FAILURE_RATE;
import static io.firmitas.cdi.internal.settings.BreakerSettings.FAILURE_THRESHOLD;
import static io.firmitas.cdi.internal.settings.BreakerSettings.FAIL_ON;
import static io.firmitas.cdi.internal.settings.BreakerSettings.IGNORE;
import static io.firmitas.cdi.internal.settings.BreakerSettings.MINIMUM_CALLS;
import static io.firmitas.cdi.internal.settings.BreakerSettings.OPEN_TIME;
import static io.firmitas.cdi.internal.settings.BreakerSettings.PROBES;
import static io.firmitas.cdi.internal.settings.BreakerSettings.PROBE_LEASE;
import static io.firmitas.cdi.internal.settings.BreakerSettings.SKIP_ON;
import static io.firmitas.cdi.internal.settings.BreakerSettings.SLOW_CALL_DURATION;
import static io.firmitas.cdi.internal.settings.BreakerSettings.SLOW_CALL_RATE;
import static io.firmitas.cdi.internal.settings.BreakerSettings.SUCCESS_RATE;
import static io.firmitas.cdi.internal.settings.BreakerSettings.SUCCESS_THRESHOLD;
import static io.firmitas.cdi.internal.settings.BreakerSettings.WINDOW_DURATION;
import static io.firmitas.cdi.internal.settings.BreakerSettings.WINDOW_SIZE;

import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.Window;
import io.firmitas.cdi.internal.config.Settings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds circuit breakers. */
final class BreakerAssembly {
  private BreakerAssembly() {}

  static @Nullable CircuitBreaker build(String name, PolicyRuntime runtime, BuilderCalls calls) {
    CircuitBreakerBuilder builder = CircuitBreaker.builder(name).runtime(runtime);
    calls.set(FAILURE_THRESHOLD, builder::failureThreshold);
    calls.set(FAILURE_RATE, builder::failureRate);
    calls.set(WINDOW_SIZE, size -> builder.window(Window.ofCalls(size)));
    calls.set(WINDOW_DURATION, duration -> builder.window(Window.ofTime(duration)));
    calls.set(MINIMUM_CALLS, builder::minimumCalls);
    calls.set(OPEN_TIME, (Duration time) -> builder.openTime(time));
    calls.set(PROBES, builder::probes);
    calls.set(SUCCESS_THRESHOLD, builder::successThreshold);
    calls.set(SUCCESS_RATE, builder::successRate);
    calls.set(PROBE_LEASE, builder::probeLease);
    calls.set(DRY_RUN, builder::dryRun);
    calls.setTypes(FAIL_ON, builder::failOn);
    calls.setTypes(SKIP_ON, builder::skipOn);
    calls.setTypes(IGNORE, builder::ignore);
    setSlowCalls(builder, calls);
    return calls.build(builder::build);
  }

  private static void setSlowCalls(CircuitBreakerBuilder builder, BuilderCalls calls) {
    Settings settings = calls.settings();
    boolean duration = settings.has(SLOW_CALL_DURATION);
    boolean rate = settings.has(SLOW_CALL_RATE);
    if (duration && rate) {
      calls.setFrom(
          List.of(SLOW_CALL_DURATION, SLOW_CALL_RATE),
          () -> builder.slowCalls(settings.get(SLOW_CALL_DURATION, Duration.ZERO), settings.get(SLOW_CALL_RATE, 0.0)));
    } else if (duration || rate) {
      calls.problem(
          "slow-call-duration and slow-call-rate belong together, but only one of them is set",
          "set " + (duration ? "slow-call-rate" : "slow-call-duration") + " too, or leave out both");
    }
  }
}

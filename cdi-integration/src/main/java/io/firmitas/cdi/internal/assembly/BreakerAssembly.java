package io.firmitas.cdi.internal.assembly;

import static io.firmitas.cdi.internal.settings.BreakerSettings.DRY_RUN;
import static io.firmitas.cdi.internal.settings.BreakerSettings.FAILURE_RATE;
import static io.firmitas.cdi.internal.settings.BreakerSettings.FAILURE_THRESHOLD;
import static io.firmitas.cdi.internal.settings.BreakerSettings.FAIL_IF;
import static io.firmitas.cdi.internal.settings.BreakerSettings.FAIL_ON;
import static io.firmitas.cdi.internal.settings.BreakerSettings.FAIL_ON_RESULT;
import static io.firmitas.cdi.internal.settings.BreakerSettings.IGNORE;
import static io.firmitas.cdi.internal.settings.BreakerSettings.IGNORE_IF;
import static io.firmitas.cdi.internal.settings.BreakerSettings.MINIMUM_CALLS;
import static io.firmitas.cdi.internal.settings.BreakerSettings.OPEN_TIME;
import static io.firmitas.cdi.internal.settings.BreakerSettings.OPEN_TIME_BACKOFF;
import static io.firmitas.cdi.internal.settings.BreakerSettings.OPEN_TIME_FOR;
import static io.firmitas.cdi.internal.settings.BreakerSettings.PROBES;
import static io.firmitas.cdi.internal.settings.BreakerSettings.PROBE_LEASE;
import static io.firmitas.cdi.internal.settings.BreakerSettings.RECOVERY_FIRST_SHARE;
import static io.firmitas.cdi.internal.settings.BreakerSettings.RECOVERY_TIME;
import static io.firmitas.cdi.internal.settings.BreakerSettings.SKIP_ON;
import static io.firmitas.cdi.internal.settings.BreakerSettings.SLOW_CALL_DURATION;
import static io.firmitas.cdi.internal.settings.BreakerSettings.SLOW_CALL_RATE;
import static io.firmitas.cdi.internal.settings.BreakerSettings.SUCCESS_RATE;
import static io.firmitas.cdi.internal.settings.BreakerSettings.SUCCESS_THRESHOLD;
import static io.firmitas.cdi.internal.settings.BreakerSettings.WINDOW_DURATION;
import static io.firmitas.cdi.internal.settings.BreakerSettings.WINDOW_SIZE;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.Window;
import io.firmitas.cdi.BackoffKind;
import io.firmitas.cdi.internal.config.Value;
import io.firmitas.cdi.internal.settings.Setting;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds circuit breakers. */
public final class BreakerAssembly {
  private static final Duration OPEN_TIME_BY_DEFAULT = Duration.ofSeconds(60);

  private BreakerAssembly() {}

  static @Nullable CircuitBreaker build(CircuitBreakerBuilder builder, BuilderCalls calls) {
    configure(builder, calls);
    return calls.build(builder::build);
  }

  /**
   * Sets all values that there are.
   *
   * @param builder the builder
   * @param calls the values
   */
  public static void configure(CircuitBreakerBuilder builder, BuilderCalls calls) {
    calls.set(FAILURE_THRESHOLD, builder::failureThreshold);
    calls.set(FAILURE_RATE, builder::failureRate);
    calls.set(WINDOW_SIZE, size -> builder.window(Window.ofCalls(size)));
    calls.set(WINDOW_DURATION, duration -> builder.window(Window.ofTime(duration)));
    calls.set(MINIMUM_CALLS, builder::minimumCalls);
    calls.set(PROBES, builder::probes);
    calls.set(SUCCESS_THRESHOLD, builder::successThreshold);
    calls.set(SUCCESS_RATE, builder::successRate);
    calls.set(PROBE_LEASE, builder::probeLease);
    calls.set(DRY_RUN, builder::dryRun);
    calls.setTypes(FAIL_ON, builder::failOn);
    calls.setTypes(SKIP_ON, builder::skipOn);
    calls.setTypes(IGNORE, builder::ignore);
    Conditions.setFailures(calls, FAIL_IF, builder::failIf);
    Conditions.setFailures(calls, IGNORE_IF, builder::ignoreIf);
    Conditions.setResults(calls, FAIL_ON_RESULT, builder::failOnResult);
    setOpenTime(builder, calls);
    setPair(calls, SLOW_CALL_DURATION, SLOW_CALL_RATE, builder::slowCalls);
    setPair(calls, RECOVERY_TIME, RECOVERY_FIRST_SHARE, builder::gradualRecovery);
  }

  private static void setOpenTime(CircuitBreakerBuilder builder, BuilderCalls calls) {
    Duration first = calls.settings().get(OPEN_TIME, OPEN_TIME_BY_DEFAULT);
    BackoffKind kind = calls.settings().get(OPEN_TIME_BACKOFF, BackoffKind.FIXED);
    if (kind == BackoffKind.FIXED) {
      calls.set(OPEN_TIME, (Duration time) -> builder.openTime(time));
    } else {
      calls.setFrom(
          List.of(OPEN_TIME_BACKOFF, OPEN_TIME),
          () -> builder.openTime(RetryAssembly.backoff(kind, first, first, 2.0)));
    }
    calls.setCode(
        OPEN_TIME_FOR,
        (type, object) -> builder.openTimeFor(failure -> openTimeAfter(object, failure)));
  }

  @SuppressWarnings("unchecked") // the member has these type arguments
  private static @Nullable Duration openTimeAfter(Supplier<?> object, Throwable failure) {
    return ((Function<Throwable, @Nullable Duration>) object.get()).apply(failure);
  }

  /** Sets two settings that the builder takes together. */
  private static void setPair(
      BuilderCalls calls,
      Setting<Duration> time,
      Setting<Double> share,
      BiConsumer<Duration, Double> setter) {
    Value<Duration> givenTime = calls.settings().find(time);
    Value<Double> givenShare = calls.settings().find(share);
    if (givenTime != null && givenShare != null) {
      calls.setFrom(
          List.of(time, share), () -> setter.accept(givenTime.value(), givenShare.value()));
    } else if (givenTime != null || givenShare != null) {
      calls.problem(
          time.name() + " and " + share.name() + " belong together, but only one of them is set",
          "set " + (givenTime == null ? time : share).name() + " too, or leave out both");
    }
  }
}

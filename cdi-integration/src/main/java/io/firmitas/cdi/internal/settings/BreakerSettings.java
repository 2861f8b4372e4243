package io.firmitas.cdi.internal.settings;

import io.firmitas.cdi.BackoffKind;
import java.time.Duration;
import java.util.List;

/** The settings of a circuit breaker. */
public final class BreakerSettings {
  public static final Setting<Integer> FAILURE_THRESHOLD =
      Setting.oneOf(
          "failures",
          "failureThreshold",
          ValueTypes.WHOLE_NUMBER,
          About.of("5", "at least 1", "the number of failures that opens the breaker"));
  public static final Setting<Double> FAILURE_RATE =
      Setting.oneOf(
          "failures",
          "failureRate",
          ValueTypes.DECIMAL,
          About.of(
              "",
              "above 0, at most 1",
              "the share of failures in the window that opens the breaker"));
  public static final Setting<Integer> WINDOW_SIZE =
      Setting.oneOf(
          "window",
          "windowSize",
          ValueTypes.WHOLE_NUMBER,
          About.of("", "at least 1; unset: consecutive failures", "looks at this many last calls"));
  public static final Setting<Duration> WINDOW_DURATION =
      Setting.oneOf(
          "window",
          "windowDuration",
          ValueTypes.DURATION,
          About.of(
              "",
              "longer than 0s; unset: consecutive failures",
              "looks at the calls of this last time"));
  public static final Setting<Integer> MINIMUM_CALLS =
      Setting.of(
          "minimumCalls",
          ValueTypes.WHOLE_NUMBER,
          About.of(
              "",
              "at least 1; default the window size, 10 for a window of time",
              "how many outcomes a rate needs"));
  public static final Setting<Duration> SLOW_CALL_DURATION =
      Setting.of(
          "slowCallDuration",
          ValueTypes.DURATION,
          About.of(
              "",
              "longer than 0s; together with slow-call-rate",
              "from which duration on a call is slow"));
  public static final Setting<Double> SLOW_CALL_RATE =
      Setting.of(
          "slowCallRate",
          ValueTypes.DECIMAL,
          About.of(
              "",
              "above 0, at most 1; together with slow-call-duration",
              "the share of slow calls that opens the breaker"));
  public static final Setting<Duration> OPEN_TIME =
      Setting.of(
          "openTime",
          ValueTypes.DURATION,
          About.of("60s", "longer than 0s", "how long the breaker stays open"));
  public static final Setting<BackoffKind> OPEN_TIME_BACKOFF =
      Setting.of(
          "openTimeBackoff",
          ValueTypes.oneOf(BackoffKind.class),
          About.of(
              "fixed",
              "",
              "how the open time grows with each opening without a close between them"));
  public static final Setting<Class<?>> OPEN_TIME_FOR =
      Setting.of(
          "openTimeFor",
          ValueTypes.TIME_FUNCTION,
          About.of("", "", "chooses the open time by the failure"));
  public static final Setting<Integer> PROBES =
      Setting.of(
          "probes",
          ValueTypes.WHOLE_NUMBER,
          About.of("1", "at least 1", "how many probes a half-open breaker admits"));
  public static final Setting<Integer> SUCCESS_THRESHOLD =
      Setting.oneOf(
          "successes",
          "successThreshold",
          ValueTypes.WHOLE_NUMBER,
          About.of(
              "",
              "at least 1, at most the probes; default all probes",
              "how many probes must succeed to close the breaker"));
  public static final Setting<Double> SUCCESS_RATE =
      Setting.oneOf(
          "successes",
          "successRate",
          ValueTypes.DECIMAL,
          About.of(
              "",
              "above 0, at most 1",
              "the share of probes that must succeed to close the breaker"));
  public static final Setting<Duration> PROBE_LEASE =
      Setting.of(
          "probeLease",
          ValueTypes.DURATION,
          About.of(
              "",
              "longer than 0s; default the open time",
              "after which time a probe loses its permit"));
  public static final Setting<Duration> RECOVERY_TIME =
      Setting.of(
          "recoveryTime",
          ValueTypes.DURATION,
          About.of(
              "",
              "longer than 0s; together with recovery-first-share",
              "how long calls pass gradually after closing"));
  public static final Setting<Double> RECOVERY_FIRST_SHARE =
      Setting.of(
          "recoveryFirstShare",
          ValueTypes.DECIMAL,
          About.of(
              "",
              "above 0, at most 1; together with recovery-time",
              "the share of calls that pass first"));
  public static final Setting<List<Class<? extends Throwable>>> FAIL_ON =
      Setting.of(
          "failOn",
          ValueTypes.FAILURE_TYPES,
          About.of(
              "",
              "default all but rejections, interrupts and cancellations",
              "the exceptions that are failures"));
  public static final Setting<List<Class<? extends Throwable>>> SKIP_ON =
      Setting.of(
          "skipOn",
          ValueTypes.FAILURE_TYPES,
          About.of("none", "", "the exceptions that are successes"));
  public static final Setting<List<Class<? extends Throwable>>> IGNORE =
      Setting.of(
          "ignore",
          ValueTypes.FAILURE_TYPES,
          About.of("none", "", "the exceptions that are nothing"));
  public static final Setting<Class<?>> FAIL_IF =
      Setting.of(
          "failIf",
          ValueTypes.CONDITION,
          About.of("", "", "a condition for exceptions that are failures, beside fail-on"));
  public static final Setting<Class<?>> IGNORE_IF =
      Setting.of(
          "ignoreIf",
          ValueTypes.CONDITION,
          About.of("", "", "a condition for exceptions that are nothing, beside ignore"));
  public static final Setting<Class<?>> FAIL_ON_RESULT =
      Setting.of(
          "failOnResult",
          ValueTypes.CONDITION,
          About.of("", "", "a condition for results that are failures"));
  public static final Setting<Boolean> DRY_RUN =
      Setting.of(
          "dryRun",
          ValueTypes.BOOLEAN,
          About.of(
              "false", "", "whether the breaker decides and counts, but lets every call through"));

  static final List<Setting<?>> ALL =
      List.of(
          FAILURE_THRESHOLD,
          FAILURE_RATE,
          WINDOW_SIZE,
          WINDOW_DURATION,
          MINIMUM_CALLS,
          SLOW_CALL_DURATION,
          SLOW_CALL_RATE,
          OPEN_TIME,
          OPEN_TIME_BACKOFF,
          OPEN_TIME_FOR,
          PROBES,
          SUCCESS_THRESHOLD,
          SUCCESS_RATE,
          PROBE_LEASE,
          RECOVERY_TIME,
          RECOVERY_FIRST_SHARE,
          FAIL_ON,
          SKIP_ON,
          IGNORE,
          FAIL_IF,
          IGNORE_IF,
          FAIL_ON_RESULT,
          DRY_RUN);

  private BreakerSettings() {}
}

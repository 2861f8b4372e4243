package io.firmitas.cdi.internal.settings;

import java.time.Duration;
import java.util.List;

/** The settings of a circuit breaker. */
public final class BreakerSettings {
  public static final Setting<Integer> FAILURE_THRESHOLD =
      Setting.oneOf("failures", "failureThreshold", ValueTypes.WHOLE_NUMBER);
  public static final Setting<Double> FAILURE_RATE =
      Setting.oneOf("failures", "failureRate", ValueTypes.DECIMAL);
  public static final Setting<Integer> WINDOW_SIZE =
      Setting.oneOf("window", "windowSize", ValueTypes.WHOLE_NUMBER);
  public static final Setting<Duration> WINDOW_DURATION =
      Setting.oneOf("window", "windowDuration", ValueTypes.DURATION);
  public static final Setting<Integer> MINIMUM_CALLS =
      Setting.of("minimumCalls", ValueTypes.WHOLE_NUMBER);
  public static final Setting<Duration> SLOW_CALL_DURATION =
      Setting.of("slowCallDuration", ValueTypes.DURATION);
  public static final Setting<Double> SLOW_CALL_RATE =
      Setting.of("slowCallRate", ValueTypes.DECIMAL);
  public static final Setting<Duration> OPEN_TIME = Setting.of("openTime", ValueTypes.DURATION);
  public static final Setting<Integer> PROBES = Setting.of("probes", ValueTypes.WHOLE_NUMBER);
  public static final Setting<Integer> SUCCESS_THRESHOLD =
      Setting.oneOf("successes", "successThreshold", ValueTypes.WHOLE_NUMBER);
  public static final Setting<Double> SUCCESS_RATE =
      Setting.oneOf("successes", "successRate", ValueTypes.DECIMAL);
  public static final Setting<Duration> PROBE_LEASE = Setting.of("probeLease", ValueTypes.DURATION);
  public static final Setting<Duration> RECOVERY_TIME =
      Setting.of("recoveryTime", ValueTypes.DURATION);
  public static final Setting<Double> RECOVERY_FIRST_SHARE =
      Setting.of("recoveryFirstShare", ValueTypes.DECIMAL);
  public static final Setting<List<Class<? extends Throwable>>> FAIL_ON =
      Setting.of("failOn", ValueTypes.FAILURE_TYPES);
  public static final Setting<List<Class<? extends Throwable>>> SKIP_ON =
      Setting.of("skipOn", ValueTypes.FAILURE_TYPES);
  public static final Setting<List<Class<? extends Throwable>>> IGNORE =
      Setting.of("ignore", ValueTypes.FAILURE_TYPES);
  public static final Setting<Boolean> DRY_RUN = Setting.of("dryRun", ValueTypes.BOOLEAN);

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
          PROBES,
          SUCCESS_THRESHOLD,
          SUCCESS_RATE,
          PROBE_LEASE,
          RECOVERY_TIME,
          RECOVERY_FIRST_SHARE,
          FAIL_ON,
          SKIP_ON,
          IGNORE,
          DRY_RUN);

  private BreakerSettings() {}
}

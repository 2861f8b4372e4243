package io.firmitas.cdi.internal.settings;

import io.firmitas.cdi.BackoffKind;
import io.firmitas.cdi.JitterKind;
import java.time.Duration;
import java.util.List;

/** The settings of a retry. */
public final class RetrySettings {
  public static final Setting<Integer> MAX_ATTEMPTS =
      Setting.oneOf("attempts", "maxAttempts", ValueTypes.COUNT_OR_UNLIMITED);
  public static final Setting<Integer> MAX_RETRIES =
      Setting.oneOf("attempts", "maxRetries", ValueTypes.COUNT_OR_UNLIMITED);
  public static final Setting<Duration> DELAY = Setting.of("delay", ValueTypes.DURATION);
  public static final Setting<BackoffKind> BACKOFF =
      Setting.of("backoff", ValueTypes.oneOf(BackoffKind.class));
  public static final Setting<Double> MULTIPLIER = Setting.of("multiplier", ValueTypes.DECIMAL);
  public static final Setting<Duration> STEP = Setting.of("step", ValueTypes.DURATION);
  public static final Setting<Duration> MAX_DELAY = Setting.of("maxDelay", ValueTypes.DURATION);
  public static final Setting<JitterKind> JITTER =
      Setting.of("jitter", ValueTypes.oneOf(JitterKind.class));
  public static final Setting<Double> JITTER_FACTOR =
      Setting.of("jitterFactor", ValueTypes.DECIMAL);
  public static final Setting<Duration> JITTER_AMOUNT =
      Setting.of("jitterAmount", ValueTypes.DURATION);
  public static final Setting<Duration> TOTAL_TIME_LIMIT =
      Setting.of("totalTimeLimit", ValueTypes.DURATION);
  public static final Setting<Boolean> WRAP_EXHAUSTED =
      Setting.of("wrapExhausted", ValueTypes.BOOLEAN);
  public static final Setting<List<Class<? extends Throwable>>> RETRY_ON =
      Setting.of("retryOn", ValueTypes.FAILURE_TYPES);
  public static final Setting<List<Class<? extends Throwable>>> ABORT_ON =
      Setting.of("abortOn", ValueTypes.FAILURE_TYPES);

  static final List<Setting<?>> ALL =
      List.of(
          MAX_ATTEMPTS,
          MAX_RETRIES,
          DELAY,
          BACKOFF,
          MULTIPLIER,
          STEP,
          MAX_DELAY,
          JITTER,
          JITTER_FACTOR,
          JITTER_AMOUNT,
          TOTAL_TIME_LIMIT,
          WRAP_EXHAUSTED,
          RETRY_ON,
          ABORT_ON);

  private RetrySettings() {}
}

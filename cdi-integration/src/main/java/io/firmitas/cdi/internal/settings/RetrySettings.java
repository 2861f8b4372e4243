package io.firmitas.cdi.internal.settings;

import io.firmitas.cdi.BackoffKind;
import io.firmitas.cdi.JitterKind;
import java.time.Duration;
import java.util.List;

/** The settings of a retry. */
public final class RetrySettings {
  public static final Setting<Integer> MAX_ATTEMPTS =
      Setting.oneOf(
          "attempts",
          "maxAttempts",
          ValueTypes.COUNT_OR_UNLIMITED,
          About.of("3", "at least 1", "the greatest number of attempts, the first one included"));
  public static final Setting<Integer> MAX_RETRIES =
      Setting.oneOf(
          "attempts",
          "maxRetries",
          ValueTypes.COUNT_OR_UNLIMITED,
          About.of(
              "", "at least 0", "the greatest number of retries, the first attempt not included"));
  public static final Setting<Duration> DELAY =
      Setting.of("delay", ValueTypes.DURATION, About.of("1s", "at least 0s", "the first delay"));
  public static final Setting<BackoffKind> BACKOFF =
      Setting.of(
          "backoff",
          ValueTypes.oneOf(BackoffKind.class),
          About.of("exponential", "", "how delays grow"));
  public static final Setting<Double> MULTIPLIER =
      Setting.of(
          "multiplier",
          ValueTypes.DECIMAL,
          About.of("2.0", "1 to 1,000,000", "the factor of an exponential backoff"));
  public static final Setting<Duration> STEP =
      Setting.of(
          "step",
          ValueTypes.DURATION,
          About.of("", "at least 0s; default the delay", "what a linear backoff adds each time"));
  public static final Setting<Duration> MAX_DELAY =
      Setting.of(
          "maxDelay", ValueTypes.DURATION, About.of("60s", "longer than 0s", "the longest delay"));
  public static final Setting<JitterKind> JITTER =
      Setting.of(
          "jitter",
          ValueTypes.oneOf(JitterKind.class),
          About.of("full", "", "what spreads the delays"));
  public static final Setting<Double> JITTER_FACTOR =
      Setting.of(
          "jitterFactor",
          ValueTypes.DECIMAL,
          About.of("", "0 to 1; must be given for proportional", "the share that is spread"));
  public static final Setting<Duration> JITTER_AMOUNT =
      Setting.of(
          "jitterAmount",
          ValueTypes.DURATION,
          About.of(
              "",
              "longer than 0s; must be given for additive and plus-minus",
              "the time that is spread"));
  public static final Setting<Duration> TOTAL_TIME_LIMIT =
      Setting.of(
          "totalTimeLimit",
          ValueTypes.DURATION,
          About.of(
              "", "at least 0s; 0s means none", "the limit for all attempts and delays together"));
  public static final Setting<Boolean> WRAP_EXHAUSTED =
      Setting.of(
          "wrapExhausted",
          ValueTypes.BOOLEAN,
          About.of("false", "", "whether giving up is told by a RetryExhaustedException"));
  public static final Setting<List<Class<? extends Throwable>>> RETRY_ON =
      Setting.of(
          "retryOn",
          ValueTypes.FAILURE_TYPES,
          About.of(
              "",
              "default all exceptions but rejections and cancellations",
              "the failures that are retried"));
  public static final Setting<List<Class<? extends Throwable>>> ABORT_ON =
      Setting.of(
          "abortOn",
          ValueTypes.FAILURE_TYPES,
          About.of("none", "", "the failures that are not retried"));
  public static final Setting<Class<?>> RETRY_IF =
      Setting.of(
          "retryIf",
          ValueTypes.CONDITION,
          About.of("", "", "a condition for exceptions that are retried, beside retry-on"));
  public static final Setting<Class<?>> ABORT_IF =
      Setting.of(
          "abortIf",
          ValueTypes.CONDITION,
          About.of("", "", "a condition for failures that are not retried, beside abort-on"));
  public static final Setting<Class<?>> RETRY_ON_RESULT =
      Setting.of(
          "retryOnResult",
          ValueTypes.CONDITION,
          About.of("", "", "a condition for results that are retried"));
  public static final Setting<Boolean> RETRY_ON_NULL =
      Setting.of(
          "retryOnNull",
          ValueTypes.BOOLEAN,
          About.of("false", "", "whether null is a result that is retried"));
  public static final Setting<Class<?>> DELAY_FOR =
      Setting.of(
          "delayFor", ValueTypes.DELAY_FUNCTION, About.of("", "", "chooses delays by the failure"));
  public static final Setting<Class<?>> SKIP_WHEN =
      Setting.of(
          "skipWhen",
          ValueTypes.CONDITION,
          About.of("", "", "a condition for calls that are made once"));
  public static final Setting<String> BUDGET =
      Setting.of(
          "budget",
          ValueTypes.TEXT,
          About.of(
              "",
              "a bean of type RetryBudget with the qualifier @PolicyName",
              "the name of the budget that limits the retries of all who share it"));

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
          ABORT_ON,
          RETRY_IF,
          ABORT_IF,
          RETRY_ON_RESULT,
          RETRY_ON_NULL,
          DELAY_FOR,
          SKIP_WHEN,
          BUDGET);

  private RetrySettings() {}
}

package io.firmitas.cdi.internal.assembly;

import static io.firmitas.cdi.internal.settings.RetrySettings.ABORT_IF;
import static io.firmitas.cdi.internal.settings.RetrySettings.ABORT_ON;
import static io.firmitas.cdi.internal.settings.RetrySettings.BACKOFF;
import static io.firmitas.cdi.internal.settings.RetrySettings.BUDGET;
import static io.firmitas.cdi.internal.settings.RetrySettings.DELAY;
import static io.firmitas.cdi.internal.settings.RetrySettings.DELAY_FOR;
import static io.firmitas.cdi.internal.settings.RetrySettings.JITTER;
import static io.firmitas.cdi.internal.settings.RetrySettings.JITTER_AMOUNT;
import static io.firmitas.cdi.internal.settings.RetrySettings.JITTER_FACTOR;
import static io.firmitas.cdi.internal.settings.RetrySettings.MAX_ATTEMPTS;
import static io.firmitas.cdi.internal.settings.RetrySettings.MAX_DELAY;
import static io.firmitas.cdi.internal.settings.RetrySettings.MAX_RETRIES;
import static io.firmitas.cdi.internal.settings.RetrySettings.MULTIPLIER;
import static io.firmitas.cdi.internal.settings.RetrySettings.RETRY_IF;
import static io.firmitas.cdi.internal.settings.RetrySettings.RETRY_ON;
import static io.firmitas.cdi.internal.settings.RetrySettings.RETRY_ON_NULL;
import static io.firmitas.cdi.internal.settings.RetrySettings.RETRY_ON_RESULT;
import static io.firmitas.cdi.internal.settings.RetrySettings.SKIP_WHEN;
import static io.firmitas.cdi.internal.settings.RetrySettings.STEP;
import static io.firmitas.cdi.internal.settings.RetrySettings.TOTAL_TIME_LIMIT;
import static io.firmitas.cdi.internal.settings.RetrySettings.WRAP_EXHAUSTED;

import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.cdi.BackoffKind;
import io.firmitas.cdi.JitterKind;
import io.firmitas.cdi.internal.config.Settings;
import io.firmitas.retry.DelayFunction;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBudget;
import io.firmitas.retry.RetryBuilder;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds retries. */
public final class RetryAssembly {
  private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
  private static final Duration GREATEST_DELAY = Duration.ofSeconds(60);

  private RetryAssembly() {}

  static @Nullable Retry build(RetryBuilder builder, BuilderCalls calls) {
    configure(builder, calls);
    return calls.build(builder::build);
  }

  /**
   * Sets all values that there are.
   *
   * @param builder the builder
   * @param calls the values
   */
  public static void configure(RetryBuilder builder, BuilderCalls calls) {
    calls.set(MAX_ATTEMPTS, builder::maxAttempts);
    calls.set(MAX_RETRIES, builder::maxRetries);
    calls.set(MAX_DELAY, builder::maxDelay);
    calls.set(TOTAL_TIME_LIMIT, builder::totalTimeLimit);
    calls.set(WRAP_EXHAUSTED, (Boolean wrap) -> builder.wrapExhausted(wrap));
    calls.setTypes(RETRY_ON, builder::retryOn);
    calls.setTypes(ABORT_ON, builder::abortOn);
    Conditions.setFailures(calls, RETRY_IF, builder::retryIf);
    Conditions.setFailures(calls, ABORT_IF, builder::abortIf);
    Conditions.setResults(calls, RETRY_ON_RESULT, builder::retryOnResult);
    Conditions.setCalls(calls, SKIP_WHEN, builder::skipWhen);
    calls.set(RETRY_ON_NULL, (Boolean retry) -> builder.retryOnNull(retry));
    calls.set(BUDGET, name -> builder.budget(budget(calls, name)));
    calls.setCode(
        DELAY_FOR,
        (type, object) ->
            builder.delayFor(
                (failure, attempt) -> ((DelayFunction) object.get()).delayAfter(failure, attempt)));
    setBackoff(builder, calls);
    setJitter(builder, calls);
  }

  private static RetryBudget budget(BuilderCalls calls, String name) {
    return calls
        .code()
        .budget(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no retry budget \""
                        + name
                        + "\"; produce a bean of type RetryBudget with @PolicyName(\""
                        + name
                        + "\")"));
  }

  private static void setBackoff(RetryBuilder builder, BuilderCalls calls) {
    Settings settings = calls.settings();
    BackoffKind kind = settings.get(BACKOFF, BackoffKind.EXPONENTIAL);
    calls.requires(
        MULTIPLIER,
        BACKOFF,
        kind == BackoffKind.EXPONENTIAL,
        "use backoff exponential or leave it out");
    calls.requires(STEP, BACKOFF, kind == BackoffKind.LINEAR, "use backoff linear or leave it out");
    if (!settings.has(DELAY) && !settings.has(BACKOFF) && !settings.has(MULTIPLIER)) {
      return;
    }
    Duration delay = settings.get(DELAY, FIRST_DELAY);
    if (!settings.has(MAX_DELAY) && delay.compareTo(GREATEST_DELAY) > 0) {
      calls.problem(
          "delay " + delay + " is longer than the default max-delay " + GREATEST_DELAY,
          "set max-delay, or shorten the delay");
    }
    calls.setFrom(
        List.of(BACKOFF, DELAY, MULTIPLIER, STEP),
        () ->
            builder.backoff(
                backoff(kind, delay, settings.get(STEP, delay), settings.get(MULTIPLIER, 2.0))));
  }

  static Backoff backoff(BackoffKind kind, Duration first, Duration step, double multiplier) {
    return switch (kind) {
      case FIXED -> Backoff.fixed(first);
      case LINEAR -> Backoff.linear(first, step);
      case FIBONACCI -> Backoff.fibonacci(first);
      case DECORRELATED -> Backoff.decorrelated(first);
      case EXPONENTIAL, UNSET -> Backoff.exponential(first, multiplier);
    };
  }

  private static void setJitter(RetryBuilder builder, BuilderCalls calls) {
    Settings settings = calls.settings();
    if (!settings.has(JITTER) && !settings.has(JITTER_FACTOR) && !settings.has(JITTER_AMOUNT)) {
      return;
    }
    JitterKind kind = settings.get(JITTER, JitterKind.FULL);
    boolean takesAmount = kind == JitterKind.ADDITIVE || kind == JitterKind.PLUS_MINUS;
    calls.requires(
        JITTER_FACTOR,
        JITTER,
        kind == JitterKind.PROPORTIONAL,
        "use jitter proportional or leave it out");
    calls.requires(
        JITTER_AMOUNT, JITTER, takesAmount, "use jitter additive or plus-minus, or leave it out");
    if (takesAmount && !settings.has(JITTER_AMOUNT)) {
      calls.problem("jitter " + kind + " has no amount", "set jitter-amount, for example to 200ms");
    } else if (kind == JitterKind.PROPORTIONAL && !settings.has(JITTER_FACTOR)) {
      calls.problem("jitter PROPORTIONAL has no factor", "set jitter-factor, for example to 0.5");
    } else {
      calls.setFrom(
          List.of(JITTER, JITTER_FACTOR, JITTER_AMOUNT),
          () -> builder.jitter(jitter(kind, settings)));
    }
  }

  private static Jitter jitter(JitterKind kind, Settings settings) {
    return switch (kind) {
      case NONE -> Jitter.none();
      case EQUAL -> Jitter.equal();
      case PROPORTIONAL -> Jitter.proportional(settings.get(JITTER_FACTOR, 0.0));
      case ADDITIVE -> Jitter.additive(settings.get(JITTER_AMOUNT, Duration.ZERO));
      case PLUS_MINUS -> Jitter.plusMinus(settings.get(JITTER_AMOUNT, Duration.ZERO));
      case FULL, UNSET -> Jitter.full();
    };
  }
}

package io.firmitas.retry;

import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyBuilder;
import io.firmitas.PolicyProvider;
import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.event.AttemptStarted;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryScheduled;
import io.firmitas.event.RetrySucceeded;
import io.firmitas.internal.Arguments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Builds retries. */
public final class RetryBuilder extends PolicyBuilder<RetryBuilder> {
  private static final Backoff DEFAULT_BACKOFF = Backoff.exponential(Duration.ofSeconds(1));
  private static final Predicate<@Nullable Object> IS_NULL = Objects::isNull;
  private static final Duration DEFAULT_MAX_DELAY = Duration.ofSeconds(60);

  @Nullable Integer maxAttempts;
  @Nullable Integer maxRetries;
  @Nullable Backoff backoff;
  Jitter jitter = Jitter.full();
  @Nullable Duration maxDelay;
  @Nullable Duration totalTimeLimit;
  @Nullable DelayFunction delayFor;
  @Nullable Predicate<? super Context> skipWhen;
  @Nullable RetryBudget budget;
  boolean wrapExhausted;
  FailureMatcher retryOn = FailureMatcher.none();
  FailureMatcher abortOn = FailureMatcher.none();
  List<Predicate<@Nullable Object>> retryOnResult = List.of();

  RetryBuilder() {
    super("retry");
  }

  /**
   * The greatest number of attempts, the first one included. Default 3; 1 means no retry.
   *
   * @param value the number, at least 1
   * @return this builder
   */
  public RetryBuilder maxAttempts(int value) {
    maxAttempts = Arguments.atLeast("maxAttempts", value, 1);
    return this;
  }

  /**
   * The greatest number of retries, the first attempt not included: one less than {@link
   * #maxAttempts}. Set only one of the two.
   *
   * @param value the number, at least 0
   * @return this builder
   */
  public RetryBuilder maxRetries(int value) {
    maxRetries = Arguments.atLeast("maxRetries", value, 0);
    return this;
  }

  /**
   * Retries for ever, until the call succeeds, the failure is not one to retry, or the time limit
   * or deadline is reached.
   *
   * @return this builder
   */
  public RetryBuilder unlimitedAttempts() {
    maxRetries = null;
    maxAttempts = Integer.MAX_VALUE;
    return this;
  }

  /**
   * The delays between attempts. Default: 1 s, doubled each time. Delays longer than {@link
   * #maxDelay}, 60 s unless set, are cut to it.
   *
   * @param value the backoff
   * @return this builder
   */
  public RetryBuilder backoff(Backoff value) {
    backoff = Arguments.notNull("backoff", value);
    return this;
  }

  /**
   * The same delay between all attempts; zero retries at once. Short for {@code
   * backoff(Backoff.fixed(value))}; for more than 60 s set {@link #maxDelay} too.
   *
   * @param value the delay, not negative
   * @return this builder
   */
  public RetryBuilder delay(Duration value) {
    return backoff(Backoff.fixed(value));
  }

  /**
   * What spreads the delays. Default {@link Jitter#full()}.
   *
   * @param value the jitter
   * @return this builder
   */
  public RetryBuilder jitter(Jitter value) {
    jitter = Arguments.notNull("jitter", value);
    return this;
  }

  /**
   * The longest delay: of the backoff before jitter spreads it, and of every delay after that, also
   * of one chosen by {@link #delayFor}. Default 60 s. When both are set, it must not be shorter
   * than the first delay of the backoff.
   *
   * @param value the cap, not negative
   * @return this builder
   */
  public RetryBuilder maxDelay(Duration value) {
    maxDelay = Arguments.notNegative("maxDelay", value);
    return this;
  }

  /**
   * The limit for all attempts and delays together. It is checked before each delay: a delay after
   * which the limit would have been reached is not waited, the retry gives up at once. It never
   * interrupts an attempt; put a {@code Timeout} outside for that. Default: no limit.
   *
   * @param value the limit; zero means no limit
   * @return this builder
   */
  public RetryBuilder totalTimeLimit(Duration value) {
    Arguments.notNegative("totalTimeLimit", value);
    totalTimeLimit = value.isZero() ? null : value;
    return this;
  }

  /**
   * Chooses delays by the failure; what it returns replaces backoff and jitter, and is capped by
   * {@link #maxDelay}.
   *
   * @param value the function; when it throws, or returns a negative delay, that is reported and
   *     backoff and jitter decide
   * @return this builder
   */
  public RetryBuilder delayFor(DelayFunction value) {
    delayFor = Arguments.notNull("delayFor", value);
    return this;
  }

  /**
   * Calls for which the condition holds are made once, without retries; policies inside still
   * apply.
   *
   * @param value the condition, asked once per call, before the first attempt; when it throws, that
   *     is reported and the call is retried as usual
   * @return this builder
   */
  public RetryBuilder skipWhen(Predicate<? super Context> value) {
    skipWhen = Arguments.notNull("skipWhen", value);
    return this;
  }

  /**
   * A budget that limits the retries of all calls that share it. It is asked before each delay;
   * when it refuses, the caller gets the last failure. Default: no budget.
   *
   * @param value the budget, to be shared by the retries that call the same dependency
   * @return this builder
   */
  public RetryBuilder budget(RetryBudget value) {
    budget = Arguments.notNull("budget", value);
    return this;
  }

  /**
   * Tells giving up by {@link RetryExhaustedException} or {@link RetryTimeoutException} with the
   * last failure as cause, instead of the last failure itself. Failures that are not retried still
   * leave as they are.
   *
   * @return this builder
   */
  public RetryBuilder wrapExhausted() {
    return wrapExhausted(true);
  }

  /**
   * Whether giving up is told by an exception of its own, see {@link #wrapExhausted()}. Default
   * off.
   *
   * @param value whether it is
   * @return this builder
   */
  public RetryBuilder wrapExhausted(boolean value) {
    wrapExhausted = value;
    return this;
  }

  /**
   * The failures that are retried; others are not. Default: all exceptions except rejections and
   * cancellations. Errors, rejections and cancellations are retried only when a type here names
   * them: for a rejection, its own class or {@link io.firmitas.CallRejectedException}, not {@code
   * RuntimeException}.
   *
   * @param types the types, subclasses included; added to those named before
   * @return this builder
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public final RetryBuilder retryOn(Class<? extends Throwable>... types) {
    retryOn = retryOn.withTypes("retryOn", types);
    return this;
  }

  /**
   * A condition for exceptions that are retried, in addition to {@link #retryOn}. Not asked for
   * errors, rejections and cancellations.
   *
   * @param predicate the condition; when it throws, that is reported and the failure is not retried
   * @return this builder
   */
  public RetryBuilder retryIf(Predicate<? super Throwable> predicate) {
    retryOn = retryOn.withPredicate("retryIf", predicate);
    return this;
  }

  /**
   * The failures that are not retried; stronger than {@link #retryOn}.
   *
   * @param types the types, subclasses included; added to those named before
   * @return this builder
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public final RetryBuilder abortOn(Class<? extends Throwable>... types) {
    abortOn = abortOn.withTypes("abortOn", types);
    return this;
  }

  /**
   * A condition for failures that are not retried, in addition to {@link #abortOn}.
   *
   * @param predicate the condition; when it throws, that is reported and the failure is not retried
   * @return this builder
   */
  public RetryBuilder abortIf(Predicate<? super Throwable> predicate) {
    abortOn = abortOn.withPredicate("abortIf", predicate);
    return this;
  }

  /**
   * Results that are retried. Never asked when the call threw.
   *
   * @param type the type of results to look at; others are accepted
   * @param condition the condition; when it throws, that is reported and the result is accepted
   * @param <R> the type of results
   * @return this builder
   */
  public <R> RetryBuilder retryOnResult(Class<R> type, Predicate<? super R> condition) {
    Arguments.notNull("retryOnResult type", type);
    Arguments.notNull("retryOnResult condition", condition);
    return addResultCondition(
        result -> type.isInstance(result) && condition.test(type.cast(result)));
  }

  /**
   * Retries when the result is {@code null}: "call until there is something".
   *
   * @return this builder
   */
  public RetryBuilder retryOnNull() {
    return retryOnNull(true);
  }

  /**
   * Whether {@code null} is a result that is retried, see {@link #retryOnNull()}. Default off;
   * other conditions for results stay.
   *
   * @param value whether it is
   * @return this builder
   */
  public RetryBuilder retryOnNull(boolean value) {
    retryOnResult = retryOnResult.stream().filter(each -> each != IS_NULL).toList();
    return value ? addResultCondition(IS_NULL) : this;
  }

  private RetryBuilder addResultCondition(Predicate<@Nullable Object> condition) {
    List<Predicate<@Nullable Object>> longer = new ArrayList<>(retryOnResult);
    longer.add(condition);
    retryOnResult = List.copyOf(longer);
    return this;
  }

  /**
   * Is told before each attempt, also the first.
   *
   * @param consumer the listener
   * @return this builder
   */
  public RetryBuilder onAttempt(Consumer<? super AttemptStarted> consumer) {
    return onEvent(AttemptStarted.class, consumer);
  }

  /**
   * Is told before each delay: which attempt failed, why, and how long the delay is.
   *
   * @param consumer the listener
   * @return this builder
   */
  public RetryBuilder onRetry(Consumer<? super RetryScheduled> consumer) {
    return onEvent(RetryScheduled.class, consumer);
  }

  /**
   * Is told when a call succeeded, at the first or a later attempt.
   *
   * @param consumer the listener
   * @return this builder
   */
  public RetryBuilder onSuccess(Consumer<? super RetrySucceeded> consumer) {
    return onEvent(RetrySucceeded.class, consumer);
  }

  /**
   * Is told when a call is given up although its failure is one that is retried: attempts, time or
   * budget are used up.
   *
   * @param consumer the listener
   * @return this builder
   */
  public RetryBuilder onGiveUp(Consumer<? super RetryFailed> consumer) {
    Arguments.notNull("onGiveUp", consumer);
    return onEvent(
        RetryFailed.class,
        failed -> {
          if (failed.exhausted()) {
            consumer.accept(failed);
          }
        });
  }

  /**
   * Checks all settings and takes a copy of them.
   *
   * @return the configuration
   * @throws IllegalArgumentException when settings contradict each other
   */
  public RetryConfig config() {
    if (maxAttempts != null && maxRetries != null) {
      throw new IllegalArgumentException(
          "maxAttempts is "
              + maxAttempts
              + " and maxRetries is "
              + maxRetries
              + "; set only one of them");
    }
    if (backoff != null && maxDelay != null) {
      checkCap(backoff.delay(1), maxDelay);
    }
    return new RetryConfig(copy(), common());
  }

  /** A backoff without a first delay is reported when it is used, and taken as zero. */
  private static void checkCap(@Nullable Duration firstDelay, Duration cap) {
    if (firstDelay != null && firstDelay.compareTo(cap) > 0) {
      throw new IllegalArgumentException(
          "maxDelay must not be shorter than the first delay "
              + firstDelay
              + " but is "
              + cap
              + "; raise maxDelay or shorten the backoff");
    }
  }

  /**
   * Builds a retry with the installed provider.
   *
   * @return a new retry
   * @throws IllegalArgumentException when settings contradict each other
   */
  public Retry build() {
    return PolicyProvider.installed().create(config());
  }

  int effectiveMaxAttempts() {
    if (maxRetries != null) {
      return maxRetries == Integer.MAX_VALUE ? Integer.MAX_VALUE : maxRetries + 1;
    }
    return maxAttempts == null ? 3 : maxAttempts;
  }

  Backoff effectiveBackoff() {
    return backoff == null ? DEFAULT_BACKOFF : backoff;
  }

  Duration effectiveMaxDelay() {
    return maxDelay == null ? DEFAULT_MAX_DELAY : maxDelay;
  }

  /** For the configuration, which keeps a copy of its own. */
  RetryBuilder mutableCopy() {
    return copy();
  }
}

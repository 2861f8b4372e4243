package io.firmitas.cdi;

import io.firmitas.Context;
import io.firmitas.retry.DelayFunction;
import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.Predicate;

/**
 * Calls the method again when it fails. On a class: every method of the bean; an annotation on a
 * method replaces it whole.
 *
 * <p>Durations are text with a unit: {@code "500ms"}, {@code "5s"}, {@code "2m"}, {@code "PT1.5S"};
 * a bare whole number means seconds. What is left out may be filled by configuration, and is 3
 * attempts, 1 s doubled each time, full jitter, no delay above 60 s, no total limit in the end. See
 * {@code io.firmitas.retry.RetryBuilder} for what each setting means.
 */
@Documented
@Inherited
@InterceptorBinding
@PolicyBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Retry {
  /**
   * For {@link #maxAttempts()} and {@link #maxRetries()}: no limit. In configuration keys {@code
   * unlimited}.
   */
  int UNLIMITED = Integer.MAX_VALUE;

  /**
   * A name of small letters, digits and hyphens. It is the policy's target in configuration keys
   * and its name in events; all places with the name share the settings that one of them gives.
   * Empty: the policy belongs to the method.
   *
   * @return the name
   */
  @Nonbinding
  String name() default "";

  /**
   * The greatest number of attempts, the first one included; at least 1. Give this or {@link
   * #maxRetries()}.
   *
   * @return the number
   */
  @Nonbinding
  int maxAttempts() default Unset.NUMBER;

  /**
   * The greatest number of retries, the first attempt not included; at least 0.
   *
   * @return the number
   */
  @Nonbinding
  int maxRetries() default Unset.NUMBER;

  /**
   * The first delay; {@link #backoff()} says how it grows.
   *
   * @return the duration
   */
  @Nonbinding
  String delay() default Unset.TEXT;

  /**
   * How delays grow.
   *
   * @return the kind
   */
  @Nonbinding
  BackoffKind backoff() default BackoffKind.UNSET;

  /**
   * The factor of {@link BackoffKind#EXPONENTIAL}, 1 to 1,000,000.
   *
   * @return the factor
   */
  @Nonbinding
  double multiplier() default Unset.DECIMAL;

  /**
   * What {@link BackoffKind#LINEAR} adds each time.
   *
   * @return the duration
   */
  @Nonbinding
  String step() default Unset.TEXT;

  /**
   * The longest delay, applied after backoff and jitter.
   *
   * @return the duration
   */
  @Nonbinding
  String maxDelay() default Unset.TEXT;

  /**
   * What spreads the delays.
   *
   * @return the kind
   */
  @Nonbinding
  JitterKind jitter() default JitterKind.UNSET;

  /**
   * The share for {@link JitterKind#PROPORTIONAL}, 0 to 1.
   *
   * @return the share
   */
  @Nonbinding
  double jitterFactor() default Unset.DECIMAL;

  /**
   * The time for {@link JitterKind#ADDITIVE} and {@link JitterKind#PLUS_MINUS}.
   *
   * @return the duration
   */
  @Nonbinding
  String jitterAmount() default Unset.TEXT;

  /**
   * The limit for all attempts and delays together; a delay that would reach it is not waited.
   * Zero: no limit.
   *
   * @return the duration
   */
  @Nonbinding
  String totalTimeLimit() default Unset.TEXT;

  /**
   * Whether giving up is told by a {@code RetryExhaustedException} or {@code RetryTimeoutException}
   * instead of the last failure.
   *
   * @return the switch
   */
  @Nonbinding
  Switch wrapExhausted() default Switch.UNSET;

  /**
   * The failures that are retried, subclasses included. Empty: all exceptions but rejections and
   * cancellations.
   *
   * @return the types
   */
  @Nonbinding
  Class<? extends Throwable>[] retryOn() default {};

  /**
   * The failures that are not retried; stronger than {@link #retryOn()}.
   *
   * @return the types
   */
  @Nonbinding
  Class<? extends Throwable>[] abortOn() default {};

  /**
   * A condition for exceptions that are retried, beside {@link #retryOn()}. A bean is used as a
   * bean; another class is created and injected when it is first needed, and destroyed on shutdown.
   *
   * @return the class
   */
  @Nonbinding
  Class<? extends Predicate<? super Throwable>> retryIf() default Unset.FailureCondition.class;

  /**
   * A condition for failures that are not retried, beside {@link #abortOn()}.
   *
   * @return the class
   */
  @Nonbinding
  Class<? extends Predicate<? super Throwable>> abortIf() default Unset.FailureCondition.class;

  /**
   * A condition for results that are retried. It is asked about results of its type argument;
   * others are accepted.
   *
   * @return the class
   */
  @Nonbinding
  Class<? extends Predicate<?>> retryOnResult() default Unset.ResultCondition.class;

  /**
   * Whether {@code null} is a result that is retried.
   *
   * @return the switch
   */
  @Nonbinding
  Switch retryOnNull() default Switch.UNSET;

  /**
   * Chooses delays by the failure, for example from a {@code Retry-After} header; {@link
   * #maxDelay()} still holds.
   *
   * @return the class
   */
  @Nonbinding
  Class<? extends DelayFunction> delayFor() default DelayFunction.class;

  /**
   * A condition for calls that are made once, without retries.
   *
   * @return the class
   */
  @Nonbinding
  Class<? extends Predicate<? super Context>> skipWhen() default Unset.CallCondition.class;

  /**
   * The name of a budget that limits the retries of all who share it: a bean of type {@code
   * io.firmitas.retry.RetryBudget} with the qualifier {@link PolicyName}.
   *
   * @return the name
   */
  @Nonbinding
  String budget() default Unset.TEXT;
}

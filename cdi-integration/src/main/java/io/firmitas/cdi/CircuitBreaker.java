package io.firmitas.cdi;

import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Stops calling the method while it keeps failing. On a class: a breaker for each method of the
 * bean, unless it has a name; an annotation on a method replaces it whole.
 *
 * <p>The breaker belongs to the bean class and method, whatever the scope of the bean; all
 * instances share it. With a {@link #name()} it belongs to the name. What is left out may be filled
 * by configuration, and is 5 consecutive failures, 60 s open and 1 probe in the end. See {@code
 * io.firmitas.breaker.CircuitBreakerBuilder} for what each setting means.
 */
@Documented
@Inherited
@InterceptorBinding
@PolicyBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface CircuitBreaker {
  /**
   * A name of small letters, digits and hyphens. All places with the name are one breaker; settings
   * given at one of them hold for all. It is the breaker's target in configuration keys and its
   * name in events.
   *
   * @return the name
   */
  @Nonbinding
  String name() default "";

  /**
   * The number of failures in the window that opens the breaker; without a window consecutive
   * failures. Give this or {@link #failureRate()}.
   *
   * @return the number
   */
  @Nonbinding
  int failureThreshold() default Unset.NUMBER;

  /**
   * The share of failures in the window that opens the breaker, above 0 and at most 1.
   *
   * @return the share
   */
  @Nonbinding
  double failureRate() default Unset.DECIMAL;

  /**
   * Looks at this many last calls. Give this or {@link #windowDuration()}; without either,
   * consecutive failures count.
   *
   * @return the number of calls
   */
  @Nonbinding
  int windowSize() default Unset.NUMBER;

  /**
   * Looks at the calls of this last time.
   *
   * @return the duration
   */
  @Nonbinding
  String windowDuration() default Unset.TEXT;

  /**
   * How many outcomes the window must hold before a rate is judged.
   *
   * @return the number
   */
  @Nonbinding
  int minimumCalls() default Unset.NUMBER;

  /**
   * From which duration on a call is slow; together with {@link #slowCallRate()}.
   *
   * @return the duration
   */
  @Nonbinding
  String slowCallDuration() default Unset.TEXT;

  /**
   * The share of slow calls that opens the breaker, above 0 and at most 1.
   *
   * @return the share
   */
  @Nonbinding
  double slowCallRate() default Unset.DECIMAL;

  /**
   * How long the breaker stays open before a probe may pass.
   *
   * @return the duration
   */
  @Nonbinding
  String openTime() default Unset.TEXT;

  /**
   * How many probes a half-open breaker admits.
   *
   * @return the number
   */
  @Nonbinding
  int probes() default Unset.NUMBER;

  /**
   * How many probes must succeed to close the breaker. Give this or {@link #successRate()}; default
   * all.
   *
   * @return the number
   */
  @Nonbinding
  int successThreshold() default Unset.NUMBER;

  /**
   * The share of the probes that must succeed to close the breaker, above 0 and at most 1.
   *
   * @return the share
   */
  @Nonbinding
  double successRate() default Unset.DECIMAL;

  /**
   * After which time a probe that has not ended loses its permit.
   *
   * @return the duration
   */
  @Nonbinding
  String probeLease() default Unset.TEXT;

  /**
   * After closing, lets calls pass gradually for this time; together with {@link
   * #recoveryFirstShare()}.
   *
   * @return the duration
   */
  @Nonbinding
  String recoveryTime() default Unset.TEXT;

  /**
   * The share of calls that pass at the beginning of {@link #recoveryTime()}, above 0 and at most
   * 1.
   *
   * @return the share
   */
  @Nonbinding
  double recoveryFirstShare() default Unset.DECIMAL;

  /**
   * The exceptions that count as failures. Empty: all but rejections, interrupts and cancellations.
   *
   * @return the types
   */
  @Nonbinding
  Class<? extends Throwable>[] failOn() default {};

  /**
   * The exceptions that count as successes; stronger than {@link #failOn()}.
   *
   * @return the types
   */
  @Nonbinding
  Class<? extends Throwable>[] skipOn() default {};

  /**
   * The exceptions that count as nothing; stronger than {@link #skipOn()} and {@link #failOn()}.
   *
   * @return the types
   */
  @Nonbinding
  Class<? extends Throwable>[] ignore() default {};

  /**
   * Whether the breaker decides and counts, but lets every call through.
   *
   * @return the switch
   */
  @Nonbinding
  Switch dryRun() default Switch.UNSET;

  /**
   * How the open time grows with each opening without a close between them, starting at {@link
   * #openTime()}; exponential doubles it, linear adds it. Default fixed.
   *
   * @return the kind
   */
  @Nonbinding
  BackoffKind openTimeBackoff() default BackoffKind.UNSET;

  /**
   * Chooses the open time by the failure that opens the breaker, for example from a {@code
   * Retry-After} header; {@code null} leaves it to {@link #openTime()}. A bean is used as a bean;
   * another class is created and injected when it is first needed, and destroyed on shutdown.
   *
   * @return the class
   */
  @Nonbinding
  Class<? extends Function<? super Throwable, Duration>> openTimeFor() default
      Unset.TimeFunction.class;

  /**
   * A condition for exceptions that count as failures, beside {@link #failOn()}.
   *
   * @return the class
   */
  @Nonbinding
  Class<? extends Predicate<? super Throwable>> failIf() default Unset.FailureCondition.class;

  /**
   * A condition for exceptions that count as nothing, beside {@link #ignore()}.
   *
   * @return the class
   */
  @Nonbinding
  Class<? extends Predicate<? super Throwable>> ignoreIf() default Unset.FailureCondition.class;

  /**
   * A condition for results that count as failures. It is asked about results of its type argument;
   * others are successes.
   *
   * @return the class
   */
  @Nonbinding
  Class<? extends Predicate<?>> failOnResult() default Unset.ResultCondition.class;
}

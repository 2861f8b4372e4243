package io.firmitas.cdi;

import io.firmitas.Context;
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
 * Calls the method with one source after the other until it answers; each source has a circuit
 * breaker of its own. The method gets the source in the parameter that is marked with {@link
 * CurrentSource}; what the caller passes there is ignored.
 *
 * <pre>{@code
 * @FromSources({"near=https://near.example/", "far=https://far.example/"})
 * public Page page(@CurrentSource URI base, String id) throws IOException { ... }
 * }</pre>
 *
 * <p>Inside {@link Fallback}, {@link Retry} and {@link CircuitBreaker}, which see the whole search;
 * outside {@link Timeout} and {@link Guarded}, which see the call to one source. On a class: every
 * method of the bean that has a marked parameter.
 *
 * <p>The sources are named in {@link #value()}, in configuration, or by a bean of type {@code
 * io.firmitas.sources.Sources} with {@link PolicyName}, which {@link #name()} names. See {@code
 * io.firmitas.sources.SourcesBuilder} for what each setting means.
 */
@Documented
@Inherited
@InterceptorBinding
@PolicyBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface FromSources {
  /**
   * The sources in the order in which they are tried, each as {@code name=text} or as the text
   * alone, which is then its name too. A name begins with a letter and goes on with letters,
   * digits, hyphens, underscores or dots. The text is converted to the type of the parameter by
   * MicroProfile Config's converters.
   *
   * @return the sources
   */
  @Nonbinding
  String[] value() default {};

  /**
   * A name of small letters, digits and hyphens: the target in configuration keys and the name in
   * events. All places with the name are the same sources on purpose, with the same breakers. Where
   * the application has a bean of type {@code Sources} with this {@link PolicyName}, the name means
   * that bean, and nothing else may be set.
   *
   * @return the name
   */
  @Nonbinding
  String name() default "";

  /**
   * The names of sources that are not used for now.
   *
   * @return the names, each one of a source
   */
  @Nonbinding
  String[] disabled() default {};

  /**
   * How many failures in a row switch a source off. Default 3.
   *
   * @return the number, at least 1
   */
  @Nonbinding
  int failureThreshold() default Unset.NUMBER;

  /**
   * How long a source stays switched off before one call tries it again. Default 60 s.
   *
   * @return the duration
   */
  @Nonbinding
  String openTime() default Unset.TEXT;

  /**
   * Whether a source that was switched off stays so until a reset. Default off.
   *
   * @return the switch
   */
  @Nonbinding
  Switch untilReset() default Switch.UNSET;

  /**
   * The failures that end the search at once and do not count against the source, such as "not
   * found".
   *
   * @return the types
   */
  @Nonbinding
  Class<? extends Throwable>[] fatal() default {};

  /**
   * A condition for failures that end the search at once, beside {@link #fatal()}.
   *
   * @return the class
   */
  @Nonbinding
  Class<? extends Predicate<? super Throwable>> fatalIf() default Unset.FailureCondition.class;

  /**
   * A condition for sources that must not be used; asked once for each when the policy is made.
   *
   * @return the class
   */
  @Nonbinding
  Class<? extends Predicate<?>> skip() default Unset.SourceCondition.class;

  /**
   * A condition for calls that try each source once only, without {@link #retry()}.
   *
   * @return the class
   */
  @Nonbinding
  Class<? extends Predicate<? super Context>> coldStart() default Unset.CallCondition.class;

  /**
   * The name of a retry, by annotations or keys, for the calls to each source; the source has
   * failed when the retry gives up. Default: no retry.
   *
   * @return the name
   */
  @Nonbinding
  String retry() default Unset.TEXT;
}

package io.firmitas.cdi;

import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Answers with something else when the method fails in the end. One of {@link #method()}, {@link
 * #value()} and {@link #handler()} says with what, or {@link #lastKnownGood()} alone; where code
 * and configuration give different ones, the stronger source wins.
 *
 * <p>A fallback method has the parameters of the guarded method, optionally followed by one of a
 * {@link Throwable} type, and a return type that fits. Several overloads with different throwable
 * types may exist: the most specific one for the failure answers. It is called directly on the bean
 * instance: its own annotations have no effect in that call. When no overload takes the failure,
 * the failure passes.
 */
@Documented
@Inherited
@InterceptorBinding
@PolicyBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Fallback {
  /**
   * The name of a method of the bean class, its superclasses or interfaces. A private method must
   * be declared by the bean class or by the class that declares the guarded method.
   *
   * @return the name
   */
  @Nonbinding
  String method() default Unset.TEXT;

  /**
   * The answer as text, converted to the method's return type by MicroProfile Config's converters;
   * for a stage, to the type it completes with. For a method that returns nothing, the empty text.
   *
   * @return the text
   */
  @Nonbinding
  String value() default Unset.TEXT;

  /**
   * A class that makes the answer. A bean is used as a bean; another class is created and injected
   * once and destroyed on shutdown.
   *
   * @return the class
   */
  @Nonbinding
  @SuppressWarnings("rawtypes") // a class literal of a generic handler is raw
  Class<? extends FallbackHandler> handler() default FallbackHandler.class;

  /**
   * A name of small letters, digits and hyphens: the target in configuration keys and the name in
   * events.
   *
   * @return the name
   */
  @Nonbinding
  String name() default "";

  /**
   * The failures that are answered. Empty: all exceptions. Interrupts and cancellations only when
   * named, errors only when named or by {@link Throwable}.
   *
   * @return the types
   */
  @Nonbinding
  Class<? extends Throwable>[] applyOn() default {};

  /**
   * The failures that are not answered; stronger than {@link #applyOn()}.
   *
   * @return the types
   */
  @Nonbinding
  Class<? extends Throwable>[] skipOn() default {};

  /**
   * Answers exceptions with the last result for the same arguments, while it is not older than
   * this. Asked before the other answers, which may then be left out. Arguments are compared with
   * {@code equals}; they and the results are kept in memory.
   *
   * @return the duration
   */
  @Nonbinding
  String lastKnownGood() default Unset.TEXT;

  /**
   * How many results {@link #lastKnownGood()} keeps, 100 by default; the one not refreshed for
   * longest is dropped.
   *
   * @return the number
   */
  @Nonbinding
  int lastKnownGoodEntries() default Unset.NUMBER;
}

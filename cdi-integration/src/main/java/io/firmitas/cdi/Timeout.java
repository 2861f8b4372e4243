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
 * Gives up on the method when it takes too long; inside a {@link Retry} each attempt has the whole
 * time. On a class: every method of the bean; an annotation on a method replaces it whole.
 *
 * <p>There is no default length: give {@link #value()} here or in configuration. See {@code
 * io.firmitas.timeout.TimeoutBuilder} for what each setting means.
 */
@Documented
@Inherited
@InterceptorBinding
@PolicyBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Timeout {
  /**
   * How long a call may take, longer than zero: {@code "500ms"}, {@code "2s"}, {@code "PT1.5S"}; a
   * bare whole number means seconds.
   *
   * @return the duration
   */
  @Nonbinding
  String value() default Unset.TEXT;

  /**
   * A name of small letters, digits and hyphens: the target in configuration keys and the name in
   * events. All places with the name share the settings that one of them gives.
   *
   * @return the name
   */
  @Nonbinding
  String name() default "";

  /**
   * Whether a synchronous call runs on the runtime's executor, so that the caller is back on time
   * even when the method ignores interrupts. Thread-locals of the caller, such as its transaction
   * and request scope, are then not seen by the method.
   *
   * @return the switch
   */
  @Nonbinding
  Switch detached() default Switch.UNSET;

  /**
   * Whether the method is interrupted when the time is up. Default on.
   *
   * @return the switch
   */
  @Nonbinding
  Switch interrupt() default Switch.UNSET;
}

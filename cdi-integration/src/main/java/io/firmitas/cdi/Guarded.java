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
 * Guards the method with the policy of a name, the same object that
 * {@code @Inject @PolicyName("inventory") Policy<T>} gives. On a class: every method of the bean.
 *
 * <p>What the name means is said once, elsewhere: by keys ({@code
 * firmitas.inventory.retry.max-attempts=5}), by annotations with that name, or by a producer
 * ({@code @Produces @PolicyName("inventory")}). A name that means nothing is a deployment error.
 *
 * <p>Of the other annotations only {@link Fallback} and {@link FromSources} go with it, outside.
 * {@link Retry}, {@link CircuitBreaker} or {@link Timeout} at the same method, or at the same
 * class, are a deployment error; those of the class give way to a {@code @Guarded} of the method,
 * and the other way round.
 */
@Documented
@Inherited
@InterceptorBinding
@PolicyBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Guarded {
  /**
   * The name: small letters, digits and hyphens.
   *
   * @return the name
   */
  @Nonbinding
  String value();
}

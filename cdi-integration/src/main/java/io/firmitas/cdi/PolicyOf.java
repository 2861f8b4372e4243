package io.firmitas.cdi;

import jakarta.enterprise.util.Nonbinding;
import jakarta.inject.Qualifier;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Injects the policy of a name also where the container has no extension:
 * {@code @Inject @PolicyOf("inventory") Policy<Stock> policy}, and likewise {@code Retry}, {@code
 * CircuitBreaker} and {@code Timeout} of the API. It is the same object that {@link PolicyName}
 * injects.
 *
 * <p>The two differ since CDI matches qualifiers by their members. {@link PolicyName} takes part in
 * that, so a bean is needed for each name, which only an extension can add; this one does not, so
 * one producer of ours serves all names, and applications produce nothing with it.
 *
 * <p>A name that means nothing is a deployment error.
 */
@Documented
@Qualifier @Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface PolicyOf {
  /**
   * The name: small letters, digits and hyphens.
   *
   * @return the name
   */
  @Nonbinding
  String value();
}

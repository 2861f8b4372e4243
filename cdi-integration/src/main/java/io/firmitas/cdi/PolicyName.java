package io.firmitas.cdi;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Qualifier;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The policy of a name.
 *
 * <ul>
 *   <li>{@code @Inject @PolicyName("inventory") Policy<Stock> policy}: all policies of the name,
 *       composed; the same object that {@link Guarded} uses
 *   <li>{@code @Inject @PolicyName("inventory") CircuitBreaker breaker}, and likewise {@code Retry}
 *       and {@code Timeout} of the API: one of its parts
 *   <li>{@code @Produces @PolicyName("inventory") Policy<Stock> policy()}: defines the name. Made
 *       once, unless the producer has a scope of its own
 *   <li>{@code @Observes @PolicyName("inventory") CircuitStateChanged change}: events of its
 *       breaker
 * </ul>
 *
 * <p>Without an extension of Firmitas in the container, only what the application produces can be
 * injected so; {@link PolicyOf} injects all policies of names.
 *
 * <p>A name that means nothing is a deployment error.
 */
@Documented
@Qualifier @Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE})
public @interface PolicyName {
  /**
   * The name: small letters, digits and hyphens.
   *
   * @return the name
   */
  String value();

  /** The annotation as a value, to select beans with. */
  final class Literal extends AnnotationLiteral<PolicyName> implements PolicyName {
    private static final long serialVersionUID = 1L;

    /** The name. */
    private final String value;

    private Literal(String value) {
      this.value = value;
    }

    /**
     * The annotation with a name.
     *
     * @param name the name
     * @return the annotation
     */
    public static Literal of(String name) {
      return new Literal(name);
    }

    @Override
    public String value() {
      return value;
    }
  }
}

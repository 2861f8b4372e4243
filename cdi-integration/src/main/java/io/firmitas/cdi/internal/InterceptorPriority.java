package io.firmitas.cdi.internal;

import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.GeneralKey;
import io.firmitas.cdi.internal.config.Problems;
import jakarta.annotation.Priority;
import jakarta.enterprise.util.AnnotationLiteral;
import java.util.Optional;
import org.eclipse.microprofile.config.ConfigProvider;

/** The priority of the interceptor as it is configured. */
public final class InterceptorPriority {
  private InterceptorPriority() {}

  /** The annotation for the interceptor; a text that is no number counts as absent here. */
  public static Priority configured() {
    Optional<String> text =
        ConfigProvider.getConfig()
            .getOptionalValue(GeneralKey.INTERCEPTOR_PRIORITY.key(), String.class);
    return new Literal(text.flatMap(InterceptorPriority::parse).orElse(PolicyInterceptor.PRIORITY));
  }

  /**
   * Tells of a text that is no number.
   *
   * @param effective whether there is an extension, which alone can change the priority
   */
  static void check(Configuration configuration, boolean effective, Problems problems) {
    configuration
        .find(GeneralKey.INTERCEPTOR_PRIORITY.key())
        .ifPresent(
            found -> {
              if (parse(found.text()).isEmpty()) {
                problems.add(
                    found.describe(),
                    "is not a whole number",
                    "write a number; less than 200 is outside transactions");
              } else if (!effective) {
                problems.warn(
                    found.describe(),
                    "has no effect: no extension of Firmitas is in the container",
                    "let the container find its portable or build compatible extension");
              }
            });
  }

  private static Optional<Integer> parse(String text) {
    try {
      return Optional.of(Integer.valueOf(text.trim()));
    } catch (NumberFormatException notNumber) {
      return Optional.empty();
    }
  }

  private static final class Literal extends AnnotationLiteral<Priority> implements Priority {
    private static final long serialVersionUID = 1L;
    private final int value;

    Literal(int value) {
      this.value = value;
    }

    @Override
    public int value() {
      return value;
    }
  }
}

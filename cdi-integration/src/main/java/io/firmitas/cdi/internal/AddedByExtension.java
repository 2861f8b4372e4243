package io.firmitas.cdi.internal;

import jakarta.enterprise.util.AnnotationLiteral;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * Marks the types that the extension has added itself, apart from the same classes found by
 * discovery.
 */
@Retention(RetentionPolicy.RUNTIME)
public @interface AddedByExtension {
  /** The annotation as a value. */
  final class Literal extends AnnotationLiteral<AddedByExtension> implements AddedByExtension {
    private static final long serialVersionUID = 1L;
  }
}

package io.firmitas.cdi.internal.method;

import java.lang.annotation.Annotation;
import org.jspecify.annotations.Nullable;

/**
 * A policy annotation as it applies to a method.
 *
 * @param annotation the annotation
 * @param where what carries it, for messages: {@code method com.acme.Catalog/find}, {@code class
 *     com.acme.Catalog}
 * @param onMethod whether the method itself carries it, directly or through another binding
 * @param rival what carries a different annotation of the same kind that is equally near, or {@code
 *     null}
 */
public record AnnotationUse(
    Annotation annotation, String where, boolean onMethod, @Nullable String rival) {}

package io.firmitas.cdi.internal.method;

import jakarta.enterprise.inject.spi.AnnotatedConstructor;
import jakarta.enterprise.inject.spi.AnnotatedField;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A class as it was compiled, for where no portable extension has seen it: only containers with
 * full CDI can make an {@link AnnotatedType}. It lists no members; their annotations are those that
 * reflection finds.
 */
public record ReflectedType<X>(Class<X> javaClass) implements AnnotatedType<X> {
  @Override
  public Class<X> getJavaClass() {
    return javaClass;
  }

  @Override
  public Type getBaseType() {
    return javaClass;
  }

  @Override
  public Set<Type> getTypeClosure() {
    HierarchyTypes types = new HierarchyTypes(javaClass);
    Set<Type> closure = new HashSet<>(types.classes());
    closure.addAll(types.interfaces());
    closure.add(Object.class);
    return closure;
  }

  @Override
  public <T extends Annotation> @Nullable T getAnnotation(Class<T> type) {
    return javaClass.getAnnotation(type);
  }

  @Override
  public Set<Annotation> getAnnotations() {
    return new LinkedHashSet<>(Arrays.asList(javaClass.getAnnotations()));
  }

  @Override
  public boolean isAnnotationPresent(Class<? extends Annotation> type) {
    return javaClass.isAnnotationPresent(type);
  }

  @Override
  public Set<AnnotatedConstructor<X>> getConstructors() {
    return Set.of();
  }

  @Override
  public Set<AnnotatedMethod<? super X>> getMethods() {
    return Set.of();
  }

  @Override
  public Set<AnnotatedField<? super X>> getFields() {
    return Set.of();
  }
}

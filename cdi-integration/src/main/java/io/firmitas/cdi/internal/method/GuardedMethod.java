package io.firmitas.cdi.internal.method;

import io.firmitas.cdi.Guarded;
import io.firmitas.cdi.internal.settings.PolicyKind;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A method of a bean class with the policies that its annotations ask for.
 *
 * @param methods the methods of the bean class
 * @param method the most derived declaration
 * @param policies the annotations
 * @param named the {@link Guarded} of the method, or {@code null}
 */
public record GuardedMethod(
    BeanMethods methods,
    Method method,
    Map<PolicyKind, AnnotationUse> policies,
    @Nullable AnnotationUse named) {
  /** The name whose policy guards the method, innermost. */
  public Optional<String> name() {
    return Optional.ofNullable(named).map(use -> ((Guarded) use.annotation()).value());
  }

  public Class<?> beanClass() {
    return methods.beanClass();
  }

  /** The target of keys for this method and its overloads. */
  public String target() {
    return beanClass().getName() + "/" + method.getName();
  }

  /** The target of keys for this overload only. */
  public String exactTarget() {
    return beanClass().getName() + "/" + methods.signatureOf(method);
  }

  /** The method in the shortest form that is about no other method of the bean. */
  public String shortTarget() {
    boolean isOverloaded =
        methods.methods().stream().anyMatch(each -> !each.equals(method) && sameName(each));
    return isOverloaded ? exactTarget() : target();
  }

  private boolean sameName(Method other) {
    return other.getName().equals(method.getName());
  }

  /** The class and the class that declares the method; the first is stronger. */
  public List<String> classTargets() {
    Set<String> targets = new LinkedHashSet<>();
    targets.add(beanClass().getName());
    targets.add(method.getDeclaringClass().getName());
    return List.copyOf(targets);
  }

  /** All targets of keys that name the method; an earlier one is stronger. */
  public List<String> methodTargets() {
    List<String> targets = new ArrayList<>();
    for (String type : classTargets()) {
      targets.add(type + "/" + methods.signatureOf(method));
      targets.add(type + "/" + method.getName());
    }
    return targets;
  }

  /** The parameters that are marked to get the source; one, unless there is a mistake. */
  public List<SourceParameter> sourceParameters() {
    List<Type> types = methods.types().parametersOf(method);
    return PolicyAnnotations.sourceParameters(method).stream()
        .map(index -> new SourceParameter(index, types.get(index)))
        .toList();
  }

  /** What the method returns in this bean class. */
  public Type returnType() {
    return methods.types().resolve(method.getGenericReturnType());
  }

  /** The return type without type arguments. */
  public Class<?> rawReturnType() {
    return ResolvedType.erase(returnType());
  }

  /** Whether the method answers later. */
  public boolean isAsync() {
    return rawReturnType() == CompletionStage.class || rawReturnType() == CompletableFuture.class;
  }

  /** What callers get in the end: the return type, or what the stage completes with. */
  public Type answerType() {
    return isAsync() ? completedType(returnType()) : returnType();
  }

  /** What a stage completes with; {@link Object} when the stage is raw. */
  public static Type completedType(Type stage) {
    if (stage instanceof ParameterizedType parameterized) {
      Type argument = parameterized.getActualTypeArguments()[0];
      return argument instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : argument;
    }
    return Object.class;
  }
}

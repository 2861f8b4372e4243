package io.firmitas.cdi.internal.fallback;

import io.firmitas.cdi.internal.config.Nearest;
import io.firmitas.cdi.internal.method.Assignability;
import io.firmitas.cdi.internal.method.BeanMethods;
import io.firmitas.cdi.internal.method.GuardedMethod;
import io.firmitas.cdi.internal.method.Signature;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the fallback methods of a guarded method: same parameters, optionally one more of a
 * throwable type, and a return type that fits. Type variables are what they are in the bean class;
 * those of generic methods are matched by their position.
 */
final class FallbackMethods {
  private final GuardedMethod guarded;
  private final BeanMethods methods;
  private final List<FallbackMethod> found = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private final Set<Signature> seen = new HashSet<>();

  private FallbackMethods(GuardedMethod guarded) {
    this.guarded = guarded;
    methods = guarded.methods();
  }

  /** Looks for methods with a name. */
  static FallbackMethods find(GuardedMethod guarded, String name) {
    FallbackMethods search = new FallbackMethods(guarded);
    search.methods.declared(name).forEach(search::consider);
    search.found.sort(Comparator.comparingInt(FallbackMethod::depth).reversed());
    return search;
  }

  /** The methods that fit, the one with the most specific throwable type first. */
  List<FallbackMethod> found() {
    return found;
  }

  /** Each method with the name that does not fit, and why; or what else there is. */
  String whyNone(String name) {
    if (!refused.isEmpty()) {
      return "no method " + name + " fits: " + String.join("; ", refused);
    }
    Set<String> names = new HashSet<>();
    methods.methods().forEach(method -> names.add(method.getName()));
    String nearest =
        Nearest.to(name, names).map(near -> "; the nearest name is " + near).orElse("");
    return methods.beanClass().getName() + " has no method " + name + nearest;
  }

  private void consider(Method candidate) {
    if (!seen.add(methods.signatureOf(candidate))) {
      return;
    }
    String reason = refusal(candidate);
    if (reason == null) {
      found.add(
          new FallbackMethod(candidate, failureParameter(candidate), answersLater(candidate)));
    } else {
      refused.add(
          candidate.getDeclaringClass().getName()
              + "/"
              + methods.signatureOf(candidate)
              + " "
              + reason);
    }
  }

  private @Nullable String refusal(Method candidate) {
    if (candidate.equals(guarded.method())) {
      return "is the guarded method itself";
    }
    if (Modifier.isPrivate(candidate.getModifiers())
        && candidate.getDeclaringClass() != methods.beanClass()
        && candidate.getDeclaringClass() != guarded.method().getDeclaringClass()) {
      return "is private in another class";
    }
    List<Type> wanted = methods.types().parametersOf(guarded.method());
    List<Type> actual = parametersAsIn(candidate);
    int extra = actual.size() - wanted.size();
    if (extra != 0 && !(extra == 1 && failureParameter(candidate) != null)) {
      return "has "
          + actual.size()
          + " parameters instead of "
          + wanted.size()
          + (extra == 1 ? ", and the last one is no Throwable" : "");
    }
    for (int index = 0; index < wanted.size(); index++) {
      if (!same(wanted.get(index), actual.get(index))) {
        return "has parameter "
            + (index + 1)
            + " of type "
            + actual.get(index).getTypeName()
            + " instead of "
            + wanted.get(index).getTypeName();
      }
    }
    return returnRefusal(candidate);
  }

  private @Nullable String returnRefusal(Method candidate) {
    Type wanted = guarded.returnType();
    Type actual = returnTypeAsIn(candidate);
    if (wanted == void.class) {
      return null;
    }
    boolean fits =
        answersLater(candidate)
            ? Assignability.isAssignable(guarded.answerType(), GuardedMethod.completedType(actual))
            : Assignability.isAssignable(guarded.answerType(), actual);
    return fits && actual != void.class
        ? null
        : "returns " + actual.getTypeName() + ", which is no " + wanted.getTypeName();
  }

  private boolean answersLater(Method candidate) {
    return guarded.isAsync() && CompletionStage.class.isAssignableFrom(candidate.getReturnType());
  }

  private @Nullable Class<? extends Throwable> failureParameter(Method candidate) {
    Class<?>[] parameters = candidate.getParameterTypes();
    boolean isExtra = parameters.length == guarded.method().getParameterCount() + 1;
    return isExtra && Throwable.class.isAssignableFrom(parameters[parameters.length - 1])
        ? parameters[parameters.length - 1].asSubclass(Throwable.class)
        : null;
  }

  private static boolean same(Type wanted, Type actual) {
    return Assignability.isAssignable(wanted, actual) && Assignability.isAssignable(actual, wanted);
  }

  private List<Type> parametersAsIn(Method candidate) {
    Map<TypeVariable<?>, Type> variables = variablesAsIn(candidate);
    List<Type> types = new ArrayList<>();
    for (Type parameter : candidate.getGenericParameterTypes()) {
      types.add(methods.types().resolve(parameter, variables));
    }
    return types;
  }

  private Type returnTypeAsIn(Method candidate) {
    return methods.types().resolve(candidate.getGenericReturnType(), variablesAsIn(candidate));
  }

  /**
   * The type variables of a generic candidate, read as those of the guarded method at the same
   * position.
   */
  private Map<TypeVariable<?>, Type> variablesAsIn(Method candidate) {
    TypeVariable<?>[] ours = guarded.method().getTypeParameters();
    TypeVariable<?>[] theirs = candidate.getTypeParameters();
    Map<TypeVariable<?>, Type> variables = new HashMap<>();
    for (int index = 0; index < Math.min(ours.length, theirs.length); index++) {
      variables.put(theirs[index], ours[index]);
    }
    return variables;
  }
}

package io.firmitas.cdi.internal.assembly;

import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.ConfiguredText;
import io.firmitas.cdi.internal.config.GeneralKey;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.method.AnnotationUse;
import io.firmitas.cdi.internal.method.BeanMethods;
import io.firmitas.cdi.internal.method.ContainerKind;
import io.firmitas.cdi.internal.method.GuardedMethod;
import io.firmitas.cdi.internal.report.ReportBuilder;
import io.firmitas.cdi.internal.selfcall.SelfCall;
import io.firmitas.cdi.internal.selfcall.SelfCalls;
import io.firmitas.cdi.internal.settings.PolicyKind;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells of calls that a bean makes on itself: no container intercepts them, so that the policies of
 * the method have no effect. They are in the code only, so that is what it reads.
 */
final class SelfInvocationCheck {
  private static final Set<Class<? extends Annotation>> ON_PARAMETERS =
      Set.of(Observes.class, ObservesAsync.class, Disposes.class);

  private static final String REMEDY =
      "give the bean a normal scope, inject it into itself and call the method there, which is"
          + " public; or move the method to another bean, or call under a policy in code";

  private final BeanContainer beans;
  private final ContainerKind container;
  private final ReportBuilder report;
  private final Problems problems;
  private final String reaction;
  private @Nullable SelfCalls calls;

  SelfInvocationCheck(
      BeanContainer beans, Configuration configuration, ReportBuilder report, Problems problems) {
    this.beans = beans;
    container = ContainerKind.of(beans);
    this.report = report;
    this.problems = problems;
    reaction = configuration.find(GeneralKey.SELF_INVOCATION.key()).map(this::read).orElse("warn");
  }

  private String read(ConfiguredText found) {
    String text = found.text().trim();
    if (!List.of("off", "warn", "fail").contains(text)) {
      problems.add(found.describe(), "is neither off nor warn nor fail", "write off, warn or fail");
    }
    return text;
  }

  void check(BeanMethods methods, List<GuardedMethod> guarded) {
    if (reaction.equals("off") || container == ContainerKind.ARC) {
      return;
    }
    Map<Method, GuardedMethod> effective = new LinkedHashMap<>();
    guarded.stream()
        .filter(each -> report.guards(each.exactTarget()) && !isOfObject(each))
        .forEach(each -> effective.put(each.method(), each));
    if (!effective.isEmpty()) {
      look(methods, effective);
    }
  }

  private void look(BeanMethods methods, Map<Method, GuardedMethod> guarded) {
    try {
      search()
          .find(methods, guarded.keySet(), caller -> passesBy(caller, guarded.keySet()))
          .forEach(call -> tell(call, Objects.requireNonNull(guarded.get(call.callee()))));
    } catch (LinkageError incompatible) {
      problems.warn(
          "calls of beans on themselves",
          "cannot be looked for: " + incompatible,
          "put org.ow2.asm:asm, asm-tree and asm-analysis of one version on the class path, or set "
              + GeneralKey.SELF_INVOCATION.key()
              + "=off");
    }
  }

  /** Made late: where ASM is not as it should be, this fails. */
  private SelfCalls search() {
    SelfCalls known = calls;
    if (known == null) {
      known = new SelfCalls();
      calls = known;
    }
    return known;
  }

  /** Nobody means {@code toString} and the like who annotates a class. */
  private static boolean isOfObject(GuardedMethod guarded) {
    return Stream.concat(guarded.policies().values().stream(), Stream.ofNullable(guarded.named()))
            .noneMatch(AnnotationUse::onMethod)
        && Arrays.stream(Object.class.getDeclaredMethods())
            .anyMatch(
                each ->
                    each.getName().equals(guarded.method().getName())
                        && Arrays.equals(
                            each.getParameterTypes(), guarded.method().getParameterTypes()));
  }

  /**
   * Whether calls in a method pass the container by. They do not in a default method that is not
   * intercepted itself: what it calls is the first that containers see of the call. Nor do they on
   * OpenWebBeans in a private method that the container calls, since it calls that on the object in
   * front of the bean.
   */
  private boolean passesBy(Method caller, Set<Method> guarded) {
    boolean isInFront = container == ContainerKind.OPEN_WEB_BEANS;
    if (caller.getDeclaringClass().isInterface()) {
      return !isInFront && guarded.contains(caller);
    }
    return !(isInFront && Modifier.isPrivate(caller.getModifiers()) && isForContainer(caller));
  }

  private static boolean isForContainer(Method method) {
    return method.isAnnotationPresent(Produces.class)
        || Arrays.stream(method.getParameterAnnotations())
            .flatMap(Arrays::stream)
            .anyMatch(each -> ON_PARAMETERS.contains(each.annotationType()));
  }

  private void tell(SelfCall call, GuardedMethod callee) {
    switch (call.way()) {
      case THIS -> tell(call, callee, "calls %s on its own object, where %s has no effect", REMEDY);
      case OUTER_THIS ->
          tell(
              call,
              callee,
              "calls %s on its own object in a lambda or inner class, where %s has no effect"
                  + (container == ContainerKind.OPEN_WEB_BEANS
                      ? ""
                      : " while a call of the bean is on the same thread"),
              REMEDY);
      case REFERENCE -> {
        if (container == ContainerKind.WELD) {
          tellOfReference(call, callee);
        }
      }
    }
  }

  /** Weld knows the bean again behind its own proxy, but in public methods. */
  private void tellOfReference(SelfCall call, GuardedMethod callee) {
    boolean isPublic = Modifier.isPublic(callee.method().getModifiers());
    Class<? extends Annotation> scope = scopeOf(callee.beanClass());
    if (scope == Singleton.class) {
      tell(
          call,
          callee,
          "calls %s on a reference that may be to the bean itself; the scope @Singleton has no"
              + " proxy, so that %s has no effect then",
          "give the bean a normal scope such as @ApplicationScoped");
    } else if (!isPublic && scope != Dependent.class) {
      tell(
          call,
          callee,
          "calls %s on a reference that may be to the bean itself; Weld does not intercept a"
              + " method that is not public then, so that %s has no effect",
          "make the method public");
    }
  }

  private Class<? extends Annotation> scopeOf(Class<?> beanClass) {
    return beans.getBeans(beanClass, Any.Literal.INSTANCE).stream()
        .filter(bean -> bean.getBeanClass() == beanClass && bean.getTypes().contains(beanClass))
        .<Class<? extends Annotation>>map(Bean::getScope)
        .findFirst()
        .orElse(Dependent.class);
  }

  private void tell(SelfCall call, GuardedMethod callee, String what, String remedy) {
    String bean = callee.beanClass().getName();
    String where = call.where() + (call.type().equals(bean) ? "" : ", in bean " + bean);
    String said = what.formatted(callee.exactTarget(), annotations(callee));
    String also = remedy + "; " + GeneralKey.SELF_INVOCATION.key() + "=off, if it is meant";
    if (reaction.equals("fail")) {
      problems.add(where, said, also);
    } else {
      problems.warn(where, said, also);
    }
  }

  private static String annotations(GuardedMethod guarded) {
    String kinds =
        guarded.policies().keySet().stream()
            .map(PolicyKind::annotationName)
            .collect(Collectors.joining(", "));
    return guarded.name().isEmpty() ? kinds : kinds + (kinds.isEmpty() ? "" : ", ") + "@Guarded";
  }
}

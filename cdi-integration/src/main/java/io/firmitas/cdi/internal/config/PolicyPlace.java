package io.firmitas.cdi.internal.config;

import io.firmitas.cdi.internal.method.AnnotationUse;
import io.firmitas.cdi.internal.method.GuardedMethod;
import io.firmitas.cdi.internal.settings.PolicyKind;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * A kind of policy at a method: what keys are about.
 *
 * @param guarded the method
 * @param kind the kind
 */
public record PolicyPlace(GuardedMethod guarded, PolicyKind kind) {
  /** The annotation that asks for the policy. */
  public AnnotationUse use() {
    AnnotationUse use = guarded.policies().get(kind);
    if (use == null) {
      throw new IllegalStateException("no " + kind.annotationName() + " at " + guarded.target());
    }
    return use;
  }

  /** The name given in the annotation; empty when there is none. */
  public String givenName() {
    return (String) member(use(), "name");
  }

  /** The name of the policy in events and messages: the given one, or the method. */
  public String policyName() {
    return givenName().isEmpty() ? guarded.shortTarget() : givenName();
  }

  /** The place, for messages. */
  public String describe() {
    AnnotationUse use = use();
    String method = guarded.exactTarget();
    return kind.annotationName()
        + " on "
        + method
        + (use.where().equals("method " + guarded.target()) ? "" : " (from " + use.where() + ")");
  }

  /** The targets of keys that are stronger than the annotation; an earlier one is stronger. */
  List<String> strongerTargets() {
    List<String> targets = new ArrayList<>(guarded.methodTargets());
    targets.addAll(guarded.classTargets());
    if (!givenName().isEmpty() && Keys.isPolicyId(givenName())) {
      targets.add(givenName());
    }
    targets.add(Keys.GLOBAL);
    return targets;
  }

  /** Whether a value comes from a key about all places, {@code global} or {@code defaults}. */
  public boolean isAboutAll(Value<?> value) {
    int ofAnnotation = strongerTargets().size();
    return value.level() == ofAnnotation - 1 || value.level() > ofAnnotation;
  }

  /** The value of an annotation member. */
  static Object member(AnnotationUse use, String name) {
    try {
      Method member = use.annotation().annotationType().getMethod(name);
      return member.invoke(use.annotation());
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("member " + name + " of " + use.annotation(), impossible);
    }
  }
}

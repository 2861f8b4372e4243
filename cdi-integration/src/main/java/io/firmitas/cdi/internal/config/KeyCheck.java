package io.firmitas.cdi.internal.config;

import io.firmitas.cdi.internal.method.BeanMethods;
import io.firmitas.cdi.internal.method.GuardedMethod;
import io.firmitas.cdi.internal.settings.PolicyKind;
import io.firmitas.cdi.internal.settings.Setting;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds keys that lead nowhere, says why, and names the nearest key that leads somewhere. */
public final class KeyCheck {
  private final Set<String> valid = new LinkedHashSet<>(GeneralKey.keys());
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final Map<String, BeanMethods> classes = new LinkedHashMap<>();
  private final Map<String, UsedName> usedNames = new LinkedHashMap<>();

  /** Learns the keys of all places and of the names that are used. */
  public KeyCheck(Collection<PolicyPlace> places, Collection<UsedName> names) {
    for (PolicyKind kind : PolicyKind.values()) {
      for (Setting<?> setting : kind.settings()) {
        valid.add(Keys.of(Keys.GLOBAL, kind, setting));
        valid.add(Keys.of(Keys.DEFAULTS, kind, setting));
      }
    }
    for (PolicyPlace place : places) {
      GuardedMethod guarded = place.guarded();
      guarded.classTargets().forEach(name -> classes.putIfAbsent(name, guarded.methods()));
      for (String target : place.strongerTargets()) {
        place
            .kind()
            .settings()
            .forEach(setting -> valid.add(Keys.of(target, place.kind(), setting)));
      }
    }
    for (UsedName used : names) {
      addName(used);
    }
    valid.forEach(key -> environment.put(Keys.environmentName(key), key));
  }

  private void addName(UsedName used) {
    usedNames.put(used.name(), used);
    if (used.isComposed()) {
      valid.add(Keys.order(used.name()));
    }
    for (PolicyKind kind : PolicyKind.values()) {
      if (used.hasParts() && kind.isPartOfNames()) {
        kind.settings().forEach(setting -> valid.add(Keys.of(used.name(), kind, setting)));
      }
    }
  }

  /**
   * Adds a problem for each key that leads nowhere. A key of another form that resembles no key
   * about a policy may belong to somebody else and is only warned about.
   */
  public void check(Configuration configuration, Problems problems) {
    configuration
        .present()
        .forEach(
            (name, source) -> {
              if (name.startsWith(Keys.PREFIX) && !valid.contains(name)) {
                Optional<String> nearest = Nearest.to(name, valid);
                String where = describe(configuration, name, source);
                tell(
                    problems,
                    nearest.isPresent() || isAboutPolicies(name),
                    where,
                    reason(name),
                    nearest);
              } else if (name.startsWith(Keys.ENVIRONMENT_PREFIX)
                  && !environment.containsKey(name)) {
                Optional<String> nearest = Nearest.to(name, environment.keySet());
                String where = "environment variable " + name + " (" + source + ")";
                tell(
                    problems,
                    nearest.isPresent(),
                    where,
                    "stands for no key about a policy",
                    nearest);
              }
            });
  }

  private static boolean isAboutPolicies(String key) {
    String rest = key.substring(Keys.PREFIX.length());
    boolean known =
        rest.startsWith("\"")
            || rest.startsWith(Keys.GLOBAL + ".")
            || rest.startsWith(Keys.DEFAULTS + ".");
    return known || KeyParts.of(key).isPresent() || Keys.nameInOrder(key).isPresent();
  }

  private static void tell(
      Problems problems, boolean certain, String where, String what, Optional<String> nearest) {
    String remedy =
        nearest
            .map(found -> "did you mean " + found + "?")
            .orElse(
                "remove it, or set "
                    + GeneralKey.UNKNOWN_KEYS.key()
                    + "=warn when other applications read it");
    if (certain) {
      problems.add(where, what, remedy);
    } else {
      problems.warn(where, what, remedy);
    }
  }

  private static String describe(Configuration configuration, String key, String source) {
    return configuration.find(key).map(ConfiguredText::describe).orElse(key + " (" + source + ")");
  }

  private String reason(String key) {
    Optional<String> ordered = Keys.nameInOrder(key);
    if (ordered.isPresent()) {
      return nameReason(ordered.get())
          .orElse("\"" + ordered.get() + "\" is used by no @Guarded and no @PolicyName");
    }
    Optional<KeyParts> parts = KeyParts.of(key);
    if (parts.isEmpty()) {
      return "is not of the form firmitas.<target>.<policy>.<setting>, where a class or method is"
          + " in double quotes";
    }
    KeyParts read = parts.get();
    Optional<PolicyKind> kind = PolicyKind.withKey(read.policy());
    if (kind.isEmpty()) {
      return "there is no policy \""
          + read.policy()
          + "\", only "
          + String.join(", ", List.of(PolicyKind.values()).stream().map(PolicyKind::key).toList());
    }
    if (kind.get().settings().stream()
        .noneMatch(setting -> setting.name().equals(read.setting()))) {
      return "a " + kind.get().key() + " has no setting \"" + read.setting() + "\"";
    }
    return targetReason(read.target(), kind.get());
  }

  private String targetReason(String target, PolicyKind kind) {
    int slash = target.indexOf('/');
    String className = slash < 0 ? target : target.substring(0, slash);
    BeanMethods methods = classes.get(className);
    if (methods == null) {
      return Keys.isPolicyId(target)
          ? nameReason(target)
              .orElse("there is no " + kind.annotationName() + " with the name \"" + target + "\"")
          : "there is no bean of class " + className + " with policies";
    }
    if (slash < 0) {
      return "no method of " + className + " has " + kind.annotationName();
    }
    String method = target.substring(slash + 1);
    int parenthesis = method.indexOf('(');
    String methodName = parenthesis < 0 ? method : method.substring(0, parenthesis);
    boolean exists = methods.methods().stream().anyMatch(each -> each.getName().equals(methodName));
    if (!exists) {
      return className + " has no method " + methodName;
    }
    return parenthesis < 0
        ? className + "/" + methodName + " has no " + kind.annotationName()
        : className
            + " has no "
            + kind.annotationName()
            + " on an overload "
            + method
            + "; parameter types are written like "
            + exampleOf(methods, methodName);
  }

  private Optional<String> nameReason(String name) {
    return Optional.ofNullable(usedNames.get(name))
        .filter(used -> !used.isComposed())
        .map(used -> "policy \"" + name + "\" is made by a producer, which does not read the key");
  }

  private static String exampleOf(BeanMethods methods, String name) {
    return String.join(
        " or ",
        methods.methods().stream()
            .filter(each -> each.getName().equals(name))
            .map(each -> methods.signatureOf(each).toString())
            .toList());
  }
}

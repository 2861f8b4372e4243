package io.firmitas.cdi.internal.config;

import io.firmitas.cdi.internal.method.AnnotationUse;
import io.firmitas.cdi.internal.settings.BadValueException;
import io.firmitas.cdi.internal.settings.PolicyKind;
import io.firmitas.cdi.internal.settings.Setting;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Merges keys and annotation members: method, class, policy name, {@code global}, annotation,
 * {@code defaults}, the first that has a value wins. Every value that is present is read, also one
 * that a stronger source hides, so no mistake stays unseen.
 */
public final class SettingsReader {
  private final Configuration configuration;
  private final Problems problems;
  private final ClassLoader loader;

  /** Makes a reader that adds bad values to the problems. */
  public SettingsReader(Configuration configuration, Problems problems, ClassLoader loader) {
    this.configuration = configuration;
    this.problems = problems;
    this.loader = loader;
  }

  /**
   * Reads the settings of a policy.
   *
   * @param place where the policy is
   * @param uses the annotations whose members count: the place's own and, for a shared name, those
   *     of the other places
   */
  public Settings read(PolicyPlace place, List<AnnotationUse> uses) {
    Settings settings = new Settings();
    for (Setting<?> setting : place.kind().settings()) {
      Value<?> value = strongest(place, setting, uses);
      if (value != null) {
        settings.put(value);
      }
    }
    decideBetweenAlternatives(place.describe(), settings);
    return settings;
  }

  /**
   * Reads the settings that keys alone give to a policy.
   *
   * @param kind the kind of policy
   * @param where where the policy is, for messages
   * @param targets the targets of the keys; an earlier one is stronger
   */
  public Settings read(PolicyKind kind, String where, List<String> targets) {
    Settings settings = new Settings();
    for (Setting<?> setting : kind.settings()) {
      Value<?> value = strongest(kind, setting, targets);
      if (value != null) {
        settings.put(value);
      }
    }
    decideBetweenAlternatives(where, settings);
    return settings;
  }

  private <V> @Nullable Value<V> strongest(
      PolicyKind kind, Setting<V> setting, List<String> targets) {
    List<Value<V>> found = new ArrayList<>();
    for (int level = 0; level < targets.size(); level++) {
      addConfigured(kind, targets.get(level), setting, level, found);
    }
    return found.isEmpty() ? null : found.get(0);
  }

  private <V> @Nullable Value<V> strongest(
      PolicyPlace place, Setting<V> setting, List<AnnotationUse> uses) {
    List<Value<V>> found = new ArrayList<>();
    int level = 0;
    for (String target : place.strongerTargets()) {
      addConfigured(place.kind(), target, setting, level++, found);
    }
    for (AnnotationUse use : uses) {
      addMember(place, use, setting, level, found);
    }
    addConfigured(place.kind(), Keys.DEFAULTS, setting, level + 1, found);
    return found.isEmpty() ? null : found.get(0);
  }

  private <V> void addConfigured(
      PolicyKind kind, String target, Setting<V> setting, int level, List<Value<V>> found) {
    configuration
        .find(Keys.of(target, kind, setting))
        .ifPresent(
            configured -> {
              try {
                V value = setting.type().parse(configured.text(), loader);
                found.add(new Value<>(setting, value, configured.describe(), level));
              } catch (BadValueException bad) {
                problems.add(configured.describe(), bad.what(), bad.remedy());
              }
            });
  }

  private <V> void addMember(
      PolicyPlace place, AnnotationUse use, Setting<V> setting, int level, List<Value<V>> found) {
    String member = setting.member();
    if (member == null) {
      return;
    }
    Object written = PolicyPlace.member(use, member);
    String origin =
        place.kind().annotationName()
            + "("
            + member
            + " = "
            + show(written)
            + ") of "
            + use.where();
    try {
      V value = setting.type().read(written);
      if (value != null) {
        found.add(new Value<>(setting, value, origin, level));
      }
    } catch (BadValueException bad) {
      problems.add(origin, bad.what(), bad.remedy());
    }
  }

  private static String show(Object written) {
    if (written instanceof String) {
      return "\"" + written + "\"";
    }
    if (written instanceof Class<?> type) {
      return type.getName();
    }
    if (written.getClass().isArray()) {
      List<String> parts = new ArrayList<>();
      for (int index = 0; index < Array.getLength(written); index++) {
        parts.add(show(Array.get(written, index)));
      }
      return "{" + String.join(", ", parts) + "}";
    }
    return String.valueOf(written);
  }

  /** Of settings that exclude each other the one with the strongest source stays. */
  private void decideBetweenAlternatives(String where, Settings settings) {
    Map<String, List<Value<?>>> groups = new TreeMap<>();
    for (Value<?> value : settings.all()) {
      String group = value.setting().alternatives();
      if (group != null) {
        groups.computeIfAbsent(group, name -> new ArrayList<>()).add(value);
      }
    }
    groups.values().forEach(rivals -> keepStrongest(where, settings, rivals));
  }

  private void keepStrongest(String where, Settings settings, List<Value<?>> rivals) {
    int strongest = rivals.stream().mapToInt(Value::level).min().orElse(0);
    List<Value<?>> equal = rivals.stream().filter(value -> value.level() == strongest).toList();
    if (equal.size() > 1) {
      problems.add(
          where,
          "excludes each other: "
              + String.join(" and ", equal.stream().map(Value::origin).toList()),
          "keep one of them");
    }
    for (Value<?> value : rivals) {
      if (!value.equals(equal.get(0))) {
        settings.remove(value.setting());
      }
    }
  }
}

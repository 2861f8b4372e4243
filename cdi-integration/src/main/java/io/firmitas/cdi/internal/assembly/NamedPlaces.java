package io.firmitas.cdi.internal.assembly;

import io.firmitas.cdi.internal.config.Keys;
import io.firmitas.cdi.internal.config.PolicyPlace;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.config.Settings;
import io.firmitas.cdi.internal.config.Value;
import io.firmitas.cdi.internal.method.AnnotationUse;
import io.firmitas.cdi.internal.settings.PolicyKind;
import io.firmitas.cdi.internal.settings.Setting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The places that share a policy because they give it the same name. They are one policy on
 * purpose, so they must agree on its settings: what only some of them give holds for all, what they
 * give differently is a problem.
 */
final class NamedPlaces {
  private final Map<Name, List<PolicyPlace>> places = new LinkedHashMap<>();
  private final Map<Name, Shared> shared = new LinkedHashMap<>();
  private final Problems problems;

  NamedPlaces(Problems problems) {
    this.problems = problems;
  }

  private record Name(PolicyKind kind, String name) {}

  private record Shared(PolicyPlace first, Settings settings, @Nullable Object policy) {}

  /** Takes note of places before any of them is built. */
  void add(Collection<PolicyPlace> more) {
    for (PolicyPlace place : more) {
      if (isShared(place)) {
        places.computeIfAbsent(nameOf(place), name -> new ArrayList<>()).add(place);
      }
      checkName(place);
    }
  }

  private void checkName(PolicyPlace place) {
    String name = place.givenName();
    if (!name.isEmpty()) {
      checkName(place.describe() + ", name = \"" + name + "\"", name, problems);
    }
  }

  /** Checks that a name can be written in keys. */
  static void checkName(String where, String name, Problems problems) {
    boolean reserved = name.equals(Keys.GLOBAL) || name.equals(Keys.DEFAULTS);
    if (reserved || !Keys.isPolicyId(name)) {
      problems.add(
          where,
          reserved
              ? "the name is a word with a meaning of its own in keys"
              : "the name cannot be written in keys",
          "use small letters, digits and hyphens, but not global or defaults");
    }
  }

  static boolean isShared(PolicyPlace place) {
    return place.kind().isShared() && !place.givenName().isEmpty();
  }

  private static Name nameOf(PolicyPlace place) {
    return new Name(place.kind(), place.givenName());
  }

  /** The annotations whose members count at a place: its own first. */
  List<AnnotationUse> usesAt(PolicyPlace place) {
    Set<AnnotationUse> uses = new LinkedHashSet<>(List.of(place.use()));
    if (isShared(place)) {
      places.getOrDefault(nameOf(place), List.of()).forEach(other -> uses.add(other.use()));
    }
    return List.copyOf(uses);
  }

  /**
   * The policy that an earlier place with the same name has made, or {@code null} when this is the
   * first.
   */
  @Nullable Object find(PolicyPlace place, Settings settings) {
    Shared found = isShared(place) ? shared.get(nameOf(place)) : null;
    if (found == null) {
      return null;
    }
    compare(place, settings, found);
    return found.policy();
  }

  /** Whether the place is not the first with its name. */
  boolean isKnown(PolicyPlace place) {
    return isShared(place) && shared.containsKey(nameOf(place));
  }

  /** Remembers what the first place with a name has made. */
  void made(PolicyPlace place, Settings settings, @Nullable Object policy) {
    if (isShared(place)) {
      shared.put(nameOf(place), new Shared(place, settings, policy));
    }
  }

  private void compare(PolicyPlace place, Settings settings, Shared other) {
    for (Setting<?> setting : place.kind().settings()) {
      Value<?> here = settings.find(setting);
      Value<?> there = other.settings().find(setting);
      if (!setting.equals(Setting.ENABLED) && !Objects.equals(valueOf(here), valueOf(there))) {
        problems.add(
            place.kind().key()
                + " \""
                + place.givenName()
                + "\" is shared by "
                + place.guarded().exactTarget()
                + " and "
                + other.first().guarded().exactTarget(),
            setting.name() + " differs: " + show(here) + ", but " + show(there),
            "give the setting at one place only, or under "
                + Keys.of(place.givenName(), place.kind(), setting));
      }
    }
  }

  private static @Nullable Object valueOf(@Nullable Value<?> value) {
    return value == null ? null : value.value();
  }

  private static String show(@Nullable Value<?> value) {
    return value == null ? "unset" : value.origin();
  }
}

package io.firmitas.cdi.internal.report;

import io.firmitas.cdi.PolicyReport;
import io.firmitas.cdi.internal.config.Settings;
import io.firmitas.cdi.internal.config.Value;
import io.firmitas.cdi.internal.settings.PolicyKind;
import io.firmitas.cdi.internal.settings.Setting;
import io.firmitas.cdi.internal.settings.ValueText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Collects what a deployment decides. Used by one thread. */
public final class ReportBuilder {
  private final Map<String, List<PolicyReport.Part>> methods = new TreeMap<>();
  private final Map<String, Map<String, PolicyReport.Part>> names = new TreeMap<>();
  private final Map<String, Set<String>> places = new TreeMap<>();

  /** Adds a policy of a method, the outermost first. */
  public void addToMethod(String method, PolicyReport.Part part) {
    methods.computeIfAbsent(method, unseen -> new ArrayList<>()).add(part);
  }

  /** Whether a method has a policy that is not switched off. */
  public boolean guards(String method) {
    return methods.getOrDefault(method, List.of()).stream().anyMatch(PolicyReport.Part::enabled);
  }

  /** Adds a policy of a name, the outermost first; one that is known stays. */
  public void addToName(String name, PolicyReport.Part part) {
    names.computeIfAbsent(name, unseen -> new LinkedHashMap<>()).putIfAbsent(part.kind(), part);
  }

  /** Adds a place that uses a name. */
  public void addPlace(String name, String place) {
    places.computeIfAbsent(name, unseen -> new LinkedHashSet<>()).add(place);
  }

  /** A policy with its settings; the built-in values are added where nothing else is given. */
  public static PolicyReport.Part part(PolicyKind kind, String name, Settings settings) {
    List<PolicyReport.Value> values = new ArrayList<>();
    for (Setting<?> setting : kind.settings()) {
      Value<?> given = settings.find(setting);
      if (given != null) {
        values.add(
            new PolicyReport.Value(setting.name(), ValueText.of(given.value()), given.origin()));
      } else if (!setting.about().defaultText().isEmpty()
          && !hasAlternative(setting, kind, settings)) {
        values.add(
            new PolicyReport.Value(setting.name(), setting.about().defaultText(), "built in"));
      }
    }
    return new PolicyReport.Part(kind.key(), name, settings.get(Setting.ENABLED, true), values);
  }

  /** A default does not hold when a setting is given that excludes it. */
  private static boolean hasAlternative(Setting<?> setting, PolicyKind kind, Settings settings) {
    String alternatives = setting.alternatives();
    return alternatives != null
        && kind.settings().stream()
            .anyMatch(other -> alternatives.equals(other.alternatives()) && settings.has(other));
  }

  /** What {@code @Guarded} adds to a method. */
  public static PolicyReport.Part guarded(String name) {
    return new PolicyReport.Part("guarded", name, true, List.of());
  }

  /** The report of all that was added. */
  public PolicyReport build() {
    List<PolicyReport.Method> allMethods = new ArrayList<>();
    methods.forEach((method, parts) -> allMethods.add(new PolicyReport.Method(method, parts)));
    List<PolicyReport.Name> allNames = new ArrayList<>();
    places.forEach(
        (name, where) ->
            allNames.add(
                new PolicyReport.Name(
                    name,
                    List.copyOf(names.getOrDefault(name, Map.of()).values()),
                    List.copyOf(where))));
    return new PolicyReport(allMethods, allNames);
  }
}

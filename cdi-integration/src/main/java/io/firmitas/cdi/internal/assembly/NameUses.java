package io.firmitas.cdi.internal.assembly;

import io.firmitas.Policy;
import io.firmitas.cdi.PolicyDeploymentException;
import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.Keys;
import io.firmitas.cdi.internal.config.Nearest;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.config.Settings;
import io.firmitas.cdi.internal.config.SettingsReader;
import io.firmitas.cdi.internal.config.UsedName;
import io.firmitas.cdi.internal.method.GuardedMethod;
import io.firmitas.cdi.internal.report.ReportBuilder;
import io.firmitas.cdi.internal.settings.PolicyKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Who uses the policies of which name, by {@code @Guarded} or by injection. Checks that each name
 * means something, and makes what it means. Used by one thread.
 */
final class NameUses {
  private final ProducedPolicies produced;
  private final NamedPolicies named;
  private final Configuration configuration;
  private final ClassLoader loader;
  private final Problems problems;
  private final Map<String, List<NameUse>> uses = new LinkedHashMap<>();
  private long guardedMethods;

  NameUses(
      ProducedPolicies produced,
      NamedPolicies named,
      Configuration configuration,
      ClassLoader loader,
      Problems problems) {
    this.produced = produced;
    this.named = named;
    this.configuration = configuration;
    this.loader = loader;
    this.problems = problems;
  }

  void addInjected(Collection<NameUse> injected) {
    injected.forEach(this::add);
  }

  void addGuarded(GuardedMethod method) {
    method
        .name()
        .ifPresent(
            name -> {
              guardedMethods++;
              String where = "@Guarded on " + method.exactTarget();
              add(new NameUse(name, Policy.class, where));
              produced.checkType(name, method, where);
            });
  }

  /** Takes note of a place that wants the policy of a name, or a part of it. */
  void add(NameUse use) {
    NamedPlaces.checkName(use.where(), use.name(), problems);
    produced.find(use.name()).ifPresent(bean -> named.define(use.name(), bean));
    uses.computeIfAbsent(use.name(), name -> new ArrayList<>()).add(use);
  }

  /** The names in use, with what keys can say about them. */
  List<UsedName> names() {
    List<UsedName> names = new ArrayList<>();
    uses.forEach(
        (name, all) -> {
          boolean isComposed = !named.isProduced(name);
          boolean hasParts = isComposed || all.stream().anyMatch(use -> use.type() != Policy.class);
          names.add(new UsedName(name, isComposed, hasParts));
        });
    return names;
  }

  /** How many methods are guarded by a name. */
  long guardedMethods() {
    return guardedMethods;
  }

  /** Makes the policies of all names in use; what is wrong is added to the problems. */
  void check() {
    uses.forEach((name, all) -> all.forEach(this::check));
  }

  private void check(NameUse use) {
    if (!named.isKnown(use.name())) {
      problems.add(
          use.where(), "no policy is named \"" + use.name() + "\"", remedyForUnknown(use.name()));
    } else if (lacks(use)) {
      String part = Keys.word(use.part().orElseThrow());
      problems.add(
          use.where(),
          "\"" + use.name() + "\" has no " + part,
          "configure it, for example with "
              + Keys.PREFIX
              + use.name()
              + "."
              + part
              + ".enabled=true");
    } else {
      make(use);
    }
  }

  private String remedyForUnknown(String name) {
    return Nearest.to(name, named.names())
        .map(near -> "did you mean \"" + near + "\"?")
        .orElse(
            "configure it, for example with "
                + Keys.PREFIX
                + name
                + ".retry.max-attempts, or produce a @PolicyName(\""
                + name
                + "\") Policy");
  }

  private String originsOf(String name) {
    String origins =
        settingsOf(name).values().stream()
            .map(Settings::origins)
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining(", "));
    return origins.isEmpty() ? "" : ", " + origins;
  }

  private boolean lacks(NameUse use) {
    return use.part().filter(part -> named.has(use.name(), part).isEmpty()).isPresent();
  }

  private void make(NameUse use) {
    try {
      named.find(use.name(), use.type());
    } catch (PolicyDeploymentException mistakes) {
      named.refuse(use.name());
      mistakes.problems().forEach(each -> problems.add(each.where(), each.what(), each.remedy()));
    } catch (RuntimeException refused) {
      named.refuse(use.name());
      problems.add(
          use.where() + originsOf(use.name()),
          String.valueOf(refused.getMessage()),
          "change what the name means");
    }
  }

  /** Adds the names to the report; what annotations have said about a name stays. */
  void report(ReportBuilder report) {
    uses.forEach(
        (name, all) -> {
          all.forEach(use -> report.addPlace(name, use.where()));
          settingsOf(name)
              .forEach(
                  (kind, settings) ->
                      report.addToName(name, ReportBuilder.part(kind, name, settings)));
        });
  }

  /** What keys say about a name. Mistakes in the values are told by those who make the policies. */
  private Map<PolicyKind, Settings> settingsOf(String name) {
    SettingsReader reader = new SettingsReader(configuration, new Problems(), loader);
    Map<PolicyKind, Settings> settings = new LinkedHashMap<>();
    for (io.firmitas.registry.PolicyKind part : named.partsOf(name)) {
      PolicyKind kind = PolicyKind.valueOf(part.name());
      List<String> targets = List.of(name, Keys.GLOBAL, Keys.DEFAULTS);
      settings.put(kind, reader.read(kind, name, targets));
    }
    return settings;
  }
}

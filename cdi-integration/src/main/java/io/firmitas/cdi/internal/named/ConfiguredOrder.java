package io.firmitas.cdi.internal.named;

import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.ConfiguredText;
import io.firmitas.cdi.internal.config.Keys;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.settings.BadValueException;
import io.firmitas.cdi.internal.settings.NestingOrder;
import io.firmitas.registry.PolicyKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The order that a key gives to the policies of a name. */
public final class ConfiguredOrder {
  private ConfiguredOrder() {}

  /** The kinds in the order of the key, or as they are when there is none. */
  static List<PolicyKind> of(Configuration configuration, String name, List<PolicyKind> kinds) {
    ConfiguredText text =
        Keys.isPolicyId(name) ? configuration.find(Keys.order(name)).orElse(null) : null;
    if (text == null) {
      return kinds;
    }
    Problems problems = new Problems();
    List<PolicyKind> order = read(text, problems);
    for (PolicyKind kind : kinds) {
      if (order != null && !order.contains(kind)) {
        problems.add(
            text.describe(),
            "does not say where the " + Keys.word(kind) + " of \"" + name + "\" is",
            "add " + Keys.word(kind));
      }
    }
    problems.throwIfAny();
    List<PolicyKind> present = new ArrayList<>(order == null ? List.of() : order);
    present.retainAll(kinds);
    return present;
  }

  /** Reads the value of a key; {@code null} when it has a mistake. */
  public static @Nullable List<PolicyKind> read(ConfiguredText text, Problems problems) {
    try {
      return NestingOrder.parse(text.text()).stream()
          .map(kind -> PolicyKind.valueOf(kind.name()))
          .toList();
    } catch (BadValueException bad) {
      problems.add(text.describe(), bad.what(), bad.remedy());
      return null;
    }
  }
}

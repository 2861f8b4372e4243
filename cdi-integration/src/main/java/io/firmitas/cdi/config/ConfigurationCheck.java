package io.firmitas.cdi.config;

import io.firmitas.cdi.DeploymentProblem;
import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.ConfiguredText;
import io.firmitas.cdi.internal.config.GeneralKey;
import io.firmitas.cdi.internal.config.KeyParts;
import io.firmitas.cdi.internal.config.Keys;
import io.firmitas.cdi.internal.config.Nearest;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.named.ConfiguredOrder;
import io.firmitas.cdi.internal.named.KeyedSettings;
import io.firmitas.cdi.internal.named.NamedSettings;
import io.firmitas.cdi.internal.settings.PolicyKind;
import io.firmitas.cdi.internal.settings.Setting;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds all mistakes in the keys that a registry can have. */
final class ConfigurationCheck {
  private static final System.Logger LOGGER = System.getLogger("io.firmitas");
  private static final List<PolicyKind> KINDS =
      List.of(PolicyKind.RETRY, PolicyKind.CIRCUIT_BREAKER, PolicyKind.TIMEOUT);

  private final Configuration configuration;
  private final ClassLoader loader;

  ConfigurationCheck(Configuration configuration, ClassLoader loader) {
    this.configuration = configuration;
    this.loader = loader;
  }

  void throwIfMistaken() {
    Problems problems = new Problems();
    Problems unknown = new Problems();
    configuration.present().keySet().forEach(key -> checkKey(key, unknown));
    boolean isFatal = unknownKeysAreFatal(problems);
    for (DeploymentProblem problem : unknown.all()) {
      if (isFatal) {
        problems.add(problem.where(), problem.what(), problem.remedy());
      } else {
        LOGGER.log(Level.WARNING, problem::toString);
      }
    }
    Set<String> names = KeyedSettings.names(configuration);
    names.add(Keys.DEFAULTS);
    for (String name : names) {
      for (PolicyKind kind : KINDS) {
        NamedSettings.read(configuration, loader, new PlainCode(), kind, name)
            .problems()
            .all()
            .forEach(problem -> problems.add(problem.where(), problem.what(), problem.remedy()));
      }
    }
    for (String key : configuration.present().keySet()) {
      Keys.nameInOrder(key)
          .flatMap(name -> configuration.find(key))
          .ifPresent(text -> ConfiguredOrder.read(text, problems));
    }
    problems.throwIfAny();
  }

  private boolean unknownKeysAreFatal(Problems problems) {
    Optional<ConfiguredText> policy = configuration.find(GeneralKey.UNKNOWN_KEYS.key());
    String text = policy.map(ConfiguredText::text).orElse("fail");
    if (!text.equals("fail") && !text.equals("warn")) {
      policy.ifPresent(
          found ->
              problems.add(found.describe(), "is neither fail nor warn", "write fail or warn"));
    }
    return !text.equals("warn");
  }

  private void checkKey(String key, Problems unknown) {
    if (!key.startsWith(Keys.PREFIX) || GeneralKey.keys().contains(key)) {
      return;
    }
    KeyParts parts = KeyParts.of(key).orElse(null);
    if (parts == null || !Keys.isPolicyId(parts.target())) {
      return;
    }
    PolicyKind kind = PolicyKind.withKey(parts.policy()).orElse(null);
    String reason;
    if (kind == null) {
      reason = "there is no policy \"" + parts.policy() + "\"";
    } else if (kind.settings().stream()
        .noneMatch(setting -> setting.name().equals(parts.setting()))) {
      reason = "a " + kind.key() + " has no setting \"" + parts.setting() + "\"";
    } else {
      return;
    }
    String remedy =
        Nearest.to(key, valid(parts.target()))
            .map(nearest -> "did you mean " + nearest + "?")
            .orElse(
                "remove it, or set "
                    + GeneralKey.UNKNOWN_KEYS.key()
                    + "=warn when other applications read it");
    unknown.add(configuration.find(key).map(ConfiguredText::describe).orElse(key), reason, remedy);
  }

  private static List<String> valid(String target) {
    List<String> keys = new ArrayList<>();
    for (PolicyKind kind : KINDS) {
      for (Setting<?> setting : kind.settings()) {
        keys.add(Keys.of(target, kind, setting));
      }
    }
    return keys;
  }
}

package io.firmitas.cdi.internal.named;

import io.firmitas.cdi.internal.assembly.BuilderCalls;
import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.Keys;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.config.Settings;
import io.firmitas.cdi.internal.config.SettingsReader;
import io.firmitas.cdi.internal.config.SwitchedOff;
import io.firmitas.cdi.internal.config.Value;
import io.firmitas.cdi.internal.instance.Code;
import io.firmitas.cdi.internal.settings.BreakerSettings;
import io.firmitas.cdi.internal.settings.PolicyKind;
import io.firmitas.cdi.internal.settings.RetrySettings;
import io.firmitas.cdi.internal.settings.Setting;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The settings of one policy of a name: the stronger ones, that override code, and the weaker ones,
 * that fill what code leaves open. Used by one thread.
 */
public final class NamedSettings {
  /** Settings that make one thing together; a stronger one takes the weaker others along. */
  private static final List<List<Setting<?>>> TOGETHER =
      List.of(
          List.of(BreakerSettings.SLOW_CALL_DURATION, BreakerSettings.SLOW_CALL_RATE),
          List.of(BreakerSettings.RECOVERY_TIME, BreakerSettings.RECOVERY_FIRST_SHARE),
          List.of(BreakerSettings.OPEN_TIME, BreakerSettings.OPEN_TIME_BACKOFF),
          List.of(
              RetrySettings.BACKOFF,
              RetrySettings.DELAY,
              RetrySettings.MULTIPLIER,
              RetrySettings.STEP),
          List.of(RetrySettings.JITTER, RetrySettings.JITTER_FACTOR, RetrySettings.JITTER_AMOUNT));

  private final String where;
  private final Code code;
  private final boolean isNamed;
  private final Settings stronger;
  private final Settings weaker;
  private final Problems problems;

  private NamedSettings(
      String where,
      Code code,
      boolean isNamed,
      Settings stronger,
      Settings weaker,
      Problems problems) {
    this.where = where;
    this.code = code;
    this.isNamed = isNamed;
    this.stronger = stronger;
    this.weaker = weaker;
    this.problems = problems;
  }

  /** Reads the keys about a name. */
  public static NamedSettings read(
      Configuration configuration, ClassLoader loader, Code code, PolicyKind kind, String name) {
    Problems problems = new Problems();
    SettingsReader reader = new SettingsReader(configuration, problems, loader);
    String where = kind.key() + " \"" + name + "\"";
    boolean hasKeys = Keys.isPolicyId(name);
    List<String> targets = hasKeys ? List.of(name, Keys.GLOBAL) : List.of(Keys.GLOBAL);
    Settings stronger = reader.read(kind, where, targets);
    Settings weaker = reader.read(kind, where, List.of(Keys.DEFAULTS));
    boolean isNamed =
        hasKeys
            && kind.settings().stream()
                .anyMatch(setting -> configuration.find(Keys.of(name, kind, setting)).isPresent());
    NamedSettings settings = new NamedSettings(where, code, isNamed, stronger, weaker, problems);
    TOGETHER.forEach(settings::keepTogether);
    settings.dropAlternatives();
    return settings;
  }

  private void keepTogether(List<Setting<?>> group) {
    if (group.stream().anyMatch(stronger::has)) {
      for (Setting<?> setting : group) {
        moveUp(setting);
      }
    }
  }

  private <V> void moveUp(Setting<V> setting) {
    Value<V> value = weaker.find(setting);
    weaker.remove(setting);
    if (value != null && !stronger.has(setting)) {
      stronger.put(new Value<>(setting, value.value(), value.origin(), Integer.MAX_VALUE));
    }
  }

  /** A weaker setting gives way to a stronger one that excludes it. */
  private void dropAlternatives() {
    List<String> decided =
        stronger.all().stream()
            .map(value -> String.valueOf(value.setting().alternatives()))
            .toList();
    for (Value<?> value : List.copyOf(weaker.all())) {
      if (decided.contains(value.setting().alternatives())) {
        weaker.remove(value.setting());
      }
    }
  }

  /** Takes the weaker settings out that contradict code. */
  void yieldTo(Consumer<BuilderCalls> attempt) {
    if (weaker.all().isEmpty() || works(attempt, weaker)) {
      return;
    }
    Settings reduced = new Settings();
    for (Value<?> value : weaker.all()) {
      boolean depends =
          value.setting().alternatives() != null
              || value.setting().equals(BreakerSettings.MINIMUM_CALLS);
      if (!depends) {
        reduced.put(value);
      }
    }
    if (works(attempt, reduced)) {
      for (Value<?> value : List.copyOf(weaker.all())) {
        if (!reduced.has(value.setting())) {
          weaker.remove(value.setting());
        }
      }
    }
  }

  private boolean works(Consumer<BuilderCalls> attempt, Settings settings) {
    Problems found = new Problems();
    try {
      attempt.accept(new BuilderCalls(where, settings, code, found));
    } catch (IllegalArgumentException contradiction) {
      return false;
    }
    return found.count() == 0;
  }

  BuilderCalls stronger() {
    return new BuilderCalls(where, stronger, code, problems);
  }

  BuilderCalls weaker() {
    return new BuilderCalls(where, weaker, code, problems);
  }

  <V> Optional<V> find(Setting<V> setting, boolean overridesCode) {
    return Optional.ofNullable((overridesCode ? stronger : weaker).find(setting)).map(Value::value);
  }

  void remove(Setting<?> setting) {
    stronger.remove(setting);
    weaker.remove(setting);
  }

  /** Whether the policy is switched off; when it is, that is logged as a warning. */
  boolean isOff() {
    return SwitchedOff.warned(where, stronger.has(Setting.ENABLED) ? stronger : weaker);
  }

  /** Whether a key is about the name itself. */
  boolean isNamed() {
    return isNamed;
  }

  /** What is wrong with the values. */
  public Problems problems() {
    return problems;
  }

  void throwIfMistaken() {
    problems.throwIfAny();
  }
}

package io.firmitas.cdi.internal.config;

import io.firmitas.cdi.internal.settings.Setting;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The merged values of one policy at one place; what is not here is left to the built-in default.
 */
public final class Settings {
  private final Map<Setting<?>, Value<?>> values = new LinkedHashMap<>();

  /** Adds a value; replaces an earlier one of the same setting. */
  public void put(Value<?> value) {
    values.put(value.setting(), value);
  }

  /** Takes a value out. */
  public void remove(Setting<?> setting) {
    values.remove(setting);
  }

  /** The value of a setting with its origin, or {@code null} when it is unset. */
  @SuppressWarnings("unchecked") // a setting is stored with a value of its own type
  public <V> @Nullable Value<V> find(Setting<V> setting) {
    return (Value<V>) values.get(setting);
  }

  /** The value of a setting, or another one when it is unset. */
  public <V> V get(Setting<V> setting, V otherwise) {
    Value<V> found = find(setting);
    return found == null ? otherwise : found.value();
  }

  /** Whether a setting has a value. */
  public boolean has(Setting<?> setting) {
    return values.containsKey(setting);
  }

  /** All values that are set. */
  public Collection<Value<?>> all() {
    return values.values();
  }

  /** Where the values come from, for messages. */
  public String origins() {
    return values.values().stream().map(Value::origin).collect(Collectors.joining(", "));
  }

  /** The values by the names of their settings, to compare two places. */
  public Map<String, Object> byName() {
    Map<String, Object> byName = new TreeMap<>();
    values.forEach((setting, value) -> byName.put(setting.name(), value.value()));
    return byName;
  }
}

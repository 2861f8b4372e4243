package io.firmitas.cdi.internal.assembly;

import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.config.Settings;
import io.firmitas.cdi.internal.config.Value;
import io.firmitas.cdi.internal.instance.Code;
import io.firmitas.cdi.internal.settings.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Calls the setters of a builder, and turns what it refuses into problems that name the origin of
 * the values.
 */
public final class BuilderCalls {
  private final String place;
  private final Settings settings;
  private final Code code;
  private final Problems problems;

  /**
   * Makes calls.
   *
   * @param place where the policy is, for messages
   * @param settings the values
   * @param code makes objects of the classes that are among the values
   * @param problems takes what is refused
   */
  public BuilderCalls(String place, Settings settings, Code code, Problems problems) {
    this.place = place;
    this.settings = settings;
    this.code = code;
    this.problems = problems;
  }

  Settings settings() {
    return settings;
  }

  Code code() {
    return code;
  }

  /**
   * Sets what an object of a class does.
   *
   * @param setting names the class
   * @param setter is given the class, and what makes the object when it is first needed
   */
  void setCode(Setting<Class<?>> setting, BiConsumer<Class<?>, Supplier<?>> setter) {
    Value<Class<?>> value = settings.find(setting);
    if (value == null) {
      return;
    }
    String refusal = code.refusal(value.value());
    if (refusal != null) {
      problems.add(
          place + ", " + value.origin(),
          value.value().getName() + " cannot be used: " + refusal,
          "make it a bean, or a class with a constructor without parameters");
      return;
    }
    attempt(
        place + ", " + value.origin(),
        () -> setter.accept(value.value(), code.lazily(value.value())));
  }

  /** Sets a value when there is one; false when it was refused. */
  <V> boolean set(Setting<V> setting, Consumer<V> setter) {
    Value<V> value = settings.find(setting);
    return value == null || attempt(value.origin(), () -> setter.accept(value.value()));
  }

  /** Sets exception types; an empty list, written {@code none}, leaves the built-in default. */
  void setTypes(
      Setting<List<Class<? extends Throwable>>> setting,
      Consumer<Class<? extends Throwable>[]> setter) {
    set(
        setting,
        types -> {
          if (!types.isEmpty()) {
            setter.accept(array(types));
          }
        });
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types cannot be made otherwise
  private static Class<? extends Throwable>[] array(List<Class<? extends Throwable>> types) {
    return types.toArray((Class<? extends Throwable>[]) new Class[0]);
  }

  /** Sets what is made of several settings. */
  void setFrom(List<Setting<?>> sources, Runnable setter) {
    attempt(place + ", " + origins(sources), setter);
  }

  private String origins(List<Setting<?>> sources) {
    return sources.stream()
        .<@Nullable Value<?>>map(settings::find)
        .filter(Objects::nonNull)
        .map(Value::origin)
        .collect(Collectors.joining(", "));
  }

  /** Checks across settings and builds; {@code null} when something was refused, now or before. */
  <P> @Nullable P build(Supplier<P> build) {
    int before = problems.count();
    List<P> built = new ArrayList<>();
    attempt(
        place + (settings.all().isEmpty() ? "" : ", " + settings.origins()),
        () -> built.add(build.get()));
    return problems.count() > before || built.isEmpty() ? null : built.get(0);
  }

  private boolean attempt(String where, Runnable setter) {
    try {
      setter.run();
      return true;
    } catch (IllegalArgumentException | ArithmeticException refused) {
      String[] parts = String.valueOf(refused.getMessage()).split(";", 2);
      problems.add(where, parts[0].trim(), parts.length > 1 ? parts[1].trim() : "change the value");
      return false;
    }
  }

  /**
   * Adds a problem when a setting has no effect because another one has not the right value. A
   * weaker source than that of the other setting is forgiven: configuration may change the kind of
   * something that code describes in detail.
   */
  void requires(Setting<?> setting, Setting<?> other, boolean fits, String remedy) {
    Value<?> value = settings.find(setting);
    Value<?> deciding = settings.find(other);
    if (value != null && !fits && (deciding == null || value.level() <= deciding.level())) {
      problems.add(
          place + ", " + value.origin(),
          setting.name()
              + " has no effect with "
              + (deciding == null ? "the default " + other.name() : deciding.origin()),
          remedy);
    }
  }

  void problem(String what, String remedy) {
    problems.add(place, what, remedy);
  }
}

package io.firmitas.cdi.internal.assembly;

import io.firmitas.Context;
import io.firmitas.cdi.internal.method.HierarchyTypes;
import io.firmitas.cdi.internal.settings.Setting;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Conditions that settings name by their class. The type argument of the class must suit what it is
 * asked about.
 */
final class Conditions {
  private Conditions() {}

  /** Takes a condition for results of a type. */
  @FunctionalInterface
  interface ResultSetter {
    <R> void accept(Class<R> type, Predicate<? super R> condition);
  }

  static void setFailures(
      BuilderCalls calls, Setting<Class<?>> setting, Consumer<Predicate<Throwable>> setter) {
    set(calls, setting, Throwable.class, setter);
  }

  static void setCalls(
      BuilderCalls calls, Setting<Class<?>> setting, Consumer<Predicate<Context>> setter) {
    set(calls, setting, Context.class, setter);
  }

  /** A condition for values of a type that is known at deployment only. */
  static void setValues(
      BuilderCalls calls,
      Setting<Class<?>> setting,
      Class<?> asked,
      Consumer<Predicate<Object>> setter) {
    set(calls, setting, asked, condition -> setter.accept(erased(condition)));
  }

  @SuppressWarnings("unchecked") // it is asked about values of its type only
  private static Predicate<Object> erased(Predicate<?> condition) {
    return (Predicate<Object>) condition;
  }

  private static <X> void set(
      BuilderCalls calls,
      Setting<Class<?>> setting,
      Class<X> asked,
      Consumer<Predicate<X>> setter) {
    calls.setCode(
        setting,
        (type, object) -> {
          Class<?> known = HierarchyTypes.rawArgument(type, Predicate.class);
          if (!known.isAssignableFrom(asked)) {
            throw new IllegalArgumentException(
                type.getName()
                    + " looks at "
                    + known.getSimpleName()
                    + " only; implement Predicate<"
                    + asked.getSimpleName()
                    + ">");
          }
          setter.accept(value -> test(object, value));
        });
  }

  static void setResults(BuilderCalls calls, Setting<Class<?>> setting, ResultSetter setter) {
    calls.setCode(
        setting,
        (type, object) ->
            setResult(HierarchyTypes.rawArgument(type, Predicate.class), object, setter));
  }

  private static <R> void setResult(Class<R> type, Supplier<?> object, ResultSetter setter) {
    setter.accept(type, value -> test(object, value));
  }

  @SuppressWarnings("unchecked") // its type argument was looked at
  private static boolean test(Supplier<?> object, Object value) {
    return ((Predicate<Object>) object.get()).test(value);
  }
}

package io.firmitas.cdi.internal.settings;

import java.time.Duration;
import java.util.List;

/** The settings of a fallback. */
public final class FallbackSettings {
  public static final Setting<String> METHOD =
      Setting.oneOf(
          "answer",
          "method",
          ValueTypes.TEXT,
          About.of("", "one of method, value, handler", "the name of the method that answers"));
  public static final Setting<String> VALUE =
      Setting.oneOf(
          "answer",
          "value",
          ValueTypes.TEXT,
          About.of(
              "", "one of method, value, handler", "the answer, converted to the return type"));
  public static final Setting<Class<?>> HANDLER =
      Setting.oneOf(
          "answer",
          "handler",
          ValueTypes.HANDLER,
          About.of("", "one of method, value, handler", "the class that answers"));
  public static final Setting<List<Class<? extends Throwable>>> APPLY_ON =
      Setting.of(
          "applyOn",
          ValueTypes.FAILURE_TYPES,
          About.of("", "default all exceptions", "the failures that are answered"));
  public static final Setting<List<Class<? extends Throwable>>> SKIP_ON =
      Setting.of(
          "skipOn",
          ValueTypes.FAILURE_TYPES,
          About.of("none", "", "the failures that are not answered"));
  public static final Setting<Duration> LAST_KNOWN_GOOD =
      Setting.of(
          "lastKnownGood",
          ValueTypes.DURATION,
          About.of(
              "",
              "longer than 0s; unset: nothing is remembered",
              "how old a result for the same arguments may be to be the answer"));
  public static final Setting<Integer> LAST_KNOWN_GOOD_ENTRIES =
      Setting.of(
          "lastKnownGoodEntries",
          ValueTypes.WHOLE_NUMBER,
          About.of(
              "",
              "at least 1; default 100, with last-known-good only",
              "how many results are remembered"));

  static final List<Setting<?>> ALL =
      List.of(METHOD, VALUE, HANDLER, APPLY_ON, SKIP_ON, LAST_KNOWN_GOOD, LAST_KNOWN_GOOD_ENTRIES);

  private FallbackSettings() {}
}

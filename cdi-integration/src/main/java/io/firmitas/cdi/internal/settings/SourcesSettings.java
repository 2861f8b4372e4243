package io.firmitas.cdi.internal.settings;

import java.time.Duration;
import java.util.List;

/** The settings of sources. */
public final class SourcesSettings {
  public static final Setting<List<String>> VALUE =
      Setting.of(
          "value",
          ValueTypes.TEXTS,
          About.of(
              "",
              "each a text, or name=text; must be given, unless a bean has the name",
              "the sources in the order in which they are tried"));
  public static final Setting<List<String>> DISABLED =
      Setting.of(
          "disabled",
          ValueTypes.TEXTS,
          About.of("", "names of sources", "the sources that are not used for now"));
  public static final Setting<Integer> FAILURE_THRESHOLD =
      Setting.of(
          "failureThreshold",
          ValueTypes.WHOLE_NUMBER,
          About.of("3", "at least 1", "how many failures in a row switch a source off"));
  public static final Setting<Duration> OPEN_TIME =
      Setting.of(
          "openTime",
          ValueTypes.DURATION,
          About.of("60s", "longer than 0s", "how long a source stays switched off"));
  public static final Setting<Boolean> UNTIL_RESET =
      Setting.of(
          "untilReset",
          ValueTypes.BOOLEAN,
          About.of("false", "", "whether a source that is switched off stays so until a reset"));
  public static final Setting<List<Class<? extends Throwable>>> FATAL =
      Setting.of(
          "fatal",
          ValueTypes.FAILURE_TYPES,
          About.of("none", "", "the failures that end the search at once"));
  public static final Setting<Class<?>> FATAL_IF =
      Setting.of(
          "fatalIf",
          ValueTypes.CONDITION,
          About.of("", "", "a condition for failures that end the search, beside fatal"));
  public static final Setting<Class<?>> SKIP =
      Setting.of(
          "skip",
          ValueTypes.CONDITION,
          About.of("", "", "a condition for sources that must not be used"));
  public static final Setting<Class<?>> COLD_START =
      Setting.of(
          "coldStart",
          ValueTypes.CONDITION,
          About.of("", "", "a condition for calls that try each source once only"));
  public static final Setting<String> RETRY =
      Setting.of(
          "retry",
          ValueTypes.TEXT,
          About.of(
              "",
              "a name with a retry, by annotations or keys",
              "the name of the retry of the calls to each source"));

  static final List<Setting<?>> ALL =
      List.of(
          VALUE,
          DISABLED,
          FAILURE_THRESHOLD,
          OPEN_TIME,
          UNTIL_RESET,
          FATAL,
          FATAL_IF,
          SKIP,
          COLD_START,
          RETRY);

  private SourcesSettings() {}
}

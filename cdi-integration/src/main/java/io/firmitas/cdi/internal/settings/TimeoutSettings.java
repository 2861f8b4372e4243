package io.firmitas.cdi.internal.settings;

import java.time.Duration;
import java.util.List;

/** The settings of a timeout. */
public final class TimeoutSettings {
  public static final Setting<Duration> VALUE =
      Setting.of(
          "value",
          ValueTypes.DURATION,
          About.of("", "longer than 0s; must be given", "how long a call may take"));
  public static final Setting<Boolean> DETACHED =
      Setting.of(
          "detached",
          ValueTypes.BOOLEAN,
          About.of("false", "", "whether a synchronous call runs on the executor"));
  public static final Setting<Boolean> INTERRUPT =
      Setting.of(
          "interrupt",
          ValueTypes.BOOLEAN,
          About.of("true", "", "whether the method is interrupted when the time is up"));

  static final List<Setting<?>> ALL = List.of(VALUE, DETACHED, INTERRUPT);

  private TimeoutSettings() {}
}

package io.firmitas.cdi.internal.settings;

import java.time.Duration;
import java.util.List;

/** The settings of a timeout. */
public final class TimeoutSettings {
  public static final Setting<Duration> VALUE = Setting.of("value", ValueTypes.DURATION);
  public static final Setting<Boolean> DETACHED = Setting.of("detached", ValueTypes.BOOLEAN);
  public static final Setting<Boolean> INTERRUPT = Setting.of("interrupt", ValueTypes.BOOLEAN);

  static final List<Setting<?>> ALL = List.of(VALUE, DETACHED, INTERRUPT);

  private TimeoutSettings() {}
}

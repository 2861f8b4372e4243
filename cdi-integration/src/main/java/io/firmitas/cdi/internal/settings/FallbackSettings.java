package io.firmitas.cdi.internal.settings;

import java.util.List;

/** The settings of a fallback. */
public final class FallbackSettings {
  public static final Setting<String> METHOD = Setting.oneOf("answer", "method", ValueTypes.TEXT);
  public static final Setting<String> VALUE = Setting.oneOf("answer", "value", ValueTypes.TEXT);
  public static final Setting<Class<?>> HANDLER =
      Setting.oneOf("answer", "handler", ValueTypes.HANDLER);
  public static final Setting<List<Class<? extends Throwable>>> APPLY_ON =
      Setting.of("applyOn", ValueTypes.FAILURE_TYPES);
  public static final Setting<List<Class<? extends Throwable>>> SKIP_ON =
      Setting.of("skipOn", ValueTypes.FAILURE_TYPES);

  static final List<Setting<?>> ALL = List.of(METHOD, VALUE, HANDLER, APPLY_ON, SKIP_ON);

  private FallbackSettings() {}
}

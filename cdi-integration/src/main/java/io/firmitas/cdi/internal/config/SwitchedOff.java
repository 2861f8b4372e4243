package io.firmitas.cdi.internal.config;

import io.firmitas.cdi.internal.settings.Setting;
import java.lang.System.Logger.Level;

/** Says aloud that a policy is switched off: a switch that somebody forgot guards nothing. */
public final class SwitchedOff {
  private static final System.Logger LOGGER = System.getLogger("io.firmitas.cdi");

  private SwitchedOff() {}

  /** Whether the policy is switched off; when it is, that is logged as a warning. */
  public static boolean warned(String what, Settings settings) {
    Value<Boolean> enabled = settings.find(Setting.ENABLED);
    if (enabled == null || enabled.value()) {
      return false;
    }
    LOGGER.log(
        Level.WARNING,
        () ->
            what
                + " is switched off by "
                + enabled.origin()
                + "; calls are not guarded by it until that is removed");
    return true;
  }
}

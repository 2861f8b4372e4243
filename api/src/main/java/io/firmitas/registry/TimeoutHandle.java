package io.firmitas.registry;

import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutConfig;
import org.jspecify.annotations.Nullable;

/** The handle of a timeout. */
final class TimeoutHandle extends Handle<@Nullable Object, Timeout> implements Timeout {
  TimeoutHandle(Current<Timeout> current) {
    super(current);
  }

  @Override
  public TimeoutConfig config() {
    return current().config();
  }
}

package io.firmitas.cdi.internal.assembly;

import static io.firmitas.cdi.internal.settings.TimeoutSettings.DETACHED;
import static io.firmitas.cdi.internal.settings.TimeoutSettings.INTERRUPT;
import static io.firmitas.cdi.internal.settings.TimeoutSettings.VALUE;

import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Builds timeouts. */
public final class TimeoutAssembly {
  /** What a builder must be given before the value is set. */
  static final Duration ANY_LENGTH = Duration.ofSeconds(1);

  private TimeoutAssembly() {}

  /** Whether there is a length; there is no default, so none is a problem. */
  static boolean hasLength(BuilderCalls calls) {
    if (!calls.settings().has(VALUE)) {
      calls.problem("has no length", "write @Timeout(\"2s\"), or set the value in configuration");
    }
    return calls.settings().has(VALUE);
  }

  static @Nullable Timeout build(TimeoutBuilder builder, BuilderCalls calls) {
    configure(builder, calls);
    return calls.build(builder::build);
  }

  /**
   * Sets all values that there are.
   *
   * @param builder the builder
   * @param calls the values
   */
  public static void configure(TimeoutBuilder builder, BuilderCalls calls) {
    calls.set(VALUE, builder::length);
    calls.set(DETACHED, (Boolean detached) -> builder.detached(detached));
    calls.set(INTERRUPT, builder::interrupt);
  }
}

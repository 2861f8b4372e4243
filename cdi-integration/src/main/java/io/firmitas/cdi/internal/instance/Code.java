package io.firmitas.cdi.internal.instance;

import io.firmitas.retry.RetryBudget;
import io.firmitas.sources.Sources;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The objects that settings name: by a class, or by a name. */
public interface Code {
  /** Why no object of a class can be had, or {@code null} when one can. */
  @Nullable String refusal(Class<?> type);

  /** An object of a class, made not before it is asked for; always the same. */
  <X> Supplier<X> lazily(Class<X> type);

  /** The budget with a name; empty when there is none. */
  Optional<RetryBudget> budget(String name);

  /** The sources with a name; empty when there are none. */
  Optional<Sources<?>> sources(String name);
}

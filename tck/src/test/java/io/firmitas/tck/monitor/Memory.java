package io.firmitas.tck.monitor;

import io.firmitas.Context;
import io.firmitas.fallback.FallbackConfig;
import io.firmitas.fallback.FallbackHandler;
import io.firmitas.fallback.LastKnownGood;
import java.util.LinkedHashMap;
import java.util.Map;

/** The last results of a fallback by their keys, those refreshed last at the end. */
final class Memory<T> {
  private record Result<T>(T value, long at) {}

  private final FallbackConfig<T> config;
  private final LastKnownGood settings;
  private final Map<Object, Result<T>> results = new LinkedHashMap<>();

  Memory(FallbackConfig<T> config, LastKnownGood settings) {
    this.config = config;
    this.settings = settings;
  }

  synchronized void remember(Context context, T value) {
    Object key = key(context);
    if (key == null) {
      return;
    }
    results.remove(key);
    results.put(key, new Result<>(value, config.runtime().nanoTime()));
    if (results.size() > settings.maxEntries()) {
      results.remove(results.keySet().iterator().next());
    }
  }

  /** A handler that answers with what is remembered, or {@code null}. */
  synchronized FallbackHandler<Throwable, T> handlerFor(Throwable failure, Context context) {
    if (!FallbackConfig.isAnsweredByRemembered(failure)) {
      return null;
    }
    Object key = key(context);
    Result<T> result = key == null ? null : results.get(key);
    boolean young =
        result != null && config.runtime().nanoTime() - result.at() < Nanos.of(settings.maxAge());
    return young ? FallbackHandler.answering(result.value()) : null;
  }

  private Object key(Context context) {
    try {
      return settings.key().apply(context);
    } catch (Throwable thrown) {
      config.listeners().report(config.name(), "key of lastKnownGood", thrown);
      return null;
    }
  }
}

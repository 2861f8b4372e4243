package io.firmitas.tck.monitor;

import io.firmitas.Context;
import io.firmitas.fallback.FallbackConfig;
import io.firmitas.fallback.FallbackHandler;
import io.firmitas.fallback.LastKnownGood;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

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

  void remember(Context context, T value) {
    Object key = key(context);
    if (key != null) {
      guarded(() -> put(key, value));
    }
  }

  private synchronized Void put(Object key, T value) {
    results.remove(key);
    results.put(key, new Result<>(value, config.runtime().nanoTime()));
    if (results.size() > settings.maxEntries()) {
      Iterator<Object> oldest = results.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    return null;
  }

  /** A handler that answers with what is remembered, or {@code null}. */
  FallbackHandler<Throwable, T> handlerFor(Throwable failure, Context context) {
    Object key = FallbackConfig.isAnsweredByRemembered(failure) ? key(context) : null;
    Result<T> result = key == null ? null : guarded(() -> get(key));
    boolean young =
        result != null && config.runtime().nanoTime() - result.at() < Nanos.of(settings.maxAge());
    return young ? FallbackHandler.answering(result.value()) : null;
  }

  private synchronized Result<T> get(Object key) {
    return results.get(key);
  }

  synchronized void clear() {
    results.clear();
  }

  /** Keys may throw when they are compared. */
  private <V> V guarded(Supplier<V> use) {
    try {
      return use.get();
    } catch (Throwable thrown) {
      config.listeners().report(config.name(), "key of lastKnownGood", thrown);
      return null;
    }
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

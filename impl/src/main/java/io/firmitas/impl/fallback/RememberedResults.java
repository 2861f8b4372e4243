package io.firmitas.impl.fallback;

import io.firmitas.Context;
import io.firmitas.PolicyRuntime;
import io.firmitas.event.Listeners;
import io.firmitas.fallback.LastKnownGood;
import io.firmitas.internal.Durations;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The last results of calls, at most as many as configured; the one not refreshed for longest is
 * dropped first. Guarded by the lock; keys are found outside it.
 */
final class RememberedResults<T extends @Nullable Object> {
  private final LastKnownGood settings;
  private final PolicyRuntime runtime;
  private final Listeners listeners;
  private final String name;
  private final long maxAgeNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Object, Remembered<T>> results = new LinkedHashMap<>();

  RememberedResults(
      LastKnownGood settings, PolicyRuntime runtime, Listeners listeners, String name) {
    this.settings = settings;
    this.runtime = runtime;
    this.listeners = listeners;
    this.name = name;
    this.maxAgeNanos = Durations.toNanos(settings.maxAge());
  }

  /** A result and when it was returned. */
  record Remembered<T extends @Nullable Object>(T result, long at) {}

  void remember(Context context, T result) {
    Optional<Object> key = key(context);
    if (key.isEmpty()) {
      return;
    }
    Remembered<T> remembered = new Remembered<>(result, runtime.nanoTime());
    lock.lock();
    try {
      results.remove(key.get());
      if (results.size() >= settings.maxEntries()) {
        results.remove(results.keySet().iterator().next());
      }
      results.put(key.get(), remembered);
    } finally {
      lock.unlock();
    }
  }

  /** The result to answer with, or {@code null} when there is none that is young enough. */
  @Nullable Remembered<T> recall(Context context) {
    Optional<Object> key = key(context);
    if (key.isEmpty()) {
      return null;
    }
    long now = runtime.nanoTime();
    lock.lock();
    try {
      Remembered<T> remembered = results.get(key.get());
      return remembered == null || now - remembered.at >= maxAgeNanos ? null : remembered;
    } finally {
      lock.unlock();
    }
  }

  void clear() {
    lock.lock();
    try {
      results.clear();
    } finally {
      lock.unlock();
    }
  }

  private Optional<Object> key(Context context) {
    try {
      return Optional.ofNullable(settings.key().apply(context));
    } catch (Throwable thrown) {
      listeners.report(name, "lastKnownGood key", thrown);
      return Optional.empty();
    }
  }
}

package io.firmitas.impl.fallback;

import io.firmitas.Context;
import io.firmitas.PolicyRuntime;
import io.firmitas.event.Listeners;
import io.firmitas.fallback.LastKnownGood;
import io.firmitas.internal.Durations;
import java.util.Iterator;
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
    if (key.isPresent()) {
      try {
        put(key.get(), new Remembered<>(result, runtime.nanoTime()));
      } catch (Throwable thrown) {
        report(thrown);
      }
    }
  }

  /** The result to answer with, or {@code null} when there is none that is young enough. */
  @Nullable Remembered<T> recall(Context context) {
    Optional<Object> key = key(context);
    if (key.isPresent()) {
      try {
        return youngEnough(key.get(), runtime.nanoTime());
      } catch (Throwable thrown) {
        report(thrown);
      }
    }
    return null;
  }

  private void put(Object key, Remembered<T> remembered) {
    lock.lock();
    try {
      results.remove(key);
      if (results.size() >= settings.maxEntries()) {
        dropOldest();
      }
      results.put(key, remembered);
    } finally {
      lock.unlock();
    }
  }

  /** By its place, not by its key: the key may not be able to say its hash code any more. */
  private void dropOldest() {
    Iterator<Object> keys = results.keySet().iterator();
    keys.next();
    keys.remove();
  }

  private @Nullable Remembered<T> youngEnough(Object key, long now) {
    lock.lock();
    try {
      Remembered<T> remembered = results.get(key);
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
      report(thrown);
      return Optional.empty();
    }
  }

  /** The function threw, or the key when it was asked for its hash code or compared. */
  private void report(Throwable thrown) {
    listeners.report(name, "lastKnownGood key", thrown);
  }
}

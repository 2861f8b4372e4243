package io.firmitas.impl.sources;

import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.Policy;
import io.firmitas.event.Listeners;
import io.firmitas.event.SourceAnswered;
import io.firmitas.event.SourceFailed;
import io.firmitas.event.SourceSkipped;
import io.firmitas.impl.driver.DirectPolicy;
import io.firmitas.retry.Retry;
import io.firmitas.sources.AllSourcesFailedException;
import io.firmitas.sources.Source;
import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.SourcesConfig;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of a search through sources. A driver takes the sources that are in use in turn
 * with {@link #next}, makes the call under the source's breaker, and after a failure asks {@link
 * #endAfter} whether the search is over; when there are no more sources, {@link #allFailed} says
 * what the caller gets. A {@link Search} carries what one call has to remember; a call that the
 * first source answers needs none.
 */
final class SourcesCore<S> {
  /** The index of no source: before the first, and after the last. */
  static final int NONE = -1;

  private static final System.Logger LOGGER = System.getLogger("io.firmitas");

  final SourcesConfig<S> config;
  final String name;
  final Listeners listeners;
  private final List<SourceEntry<S>> entries;
  private final @Nullable Retry retry;
  private final boolean wantsAnswered;
  private final boolean wantsFailed;

  SourcesCore(SourcesConfig<S> config) {
    this.config = config;
    name = config.name();
    listeners = config.listeners();
    retry = config.retry().orElse(null);
    wantsAnswered = listeners.wants(SourceAnswered.class);
    wantsFailed = listeners.wants(SourceFailed.class);
    List<SourceEntry<S>> ordered = new ArrayList<>();
    for (Source<S> source : config.sources()) {
      ordered.add(new SourceEntry<>(config, source, isSkipped(source), this::isFatalQuietly));
    }
    entries = List.copyOf(ordered);
  }

  private boolean isSkipped(Source<S> source) {
    Predicate<? super S> skip = config.skip().orElse(null);
    if (skip == null || !source.enabled()) {
      return false;
    }
    try {
      if (!skip.test(source.value())) {
        return false;
      }
    } catch (Throwable thrown) {
      listeners.report(name, "skip", thrown);
    }
    if (listeners.wants(SourceSkipped.class)) {
      listeners.publish(new SourceSkipped(name, source.name()));
    } else {
      LOGGER.log(
          Level.WARNING,
          () -> name + ": source '" + source.name() + "' skipped: the skip condition holds for it");
    }
    return true;
  }

  /**
   * What one call remembers between its tries, once the first has failed. Confined to the thread
   * that runs the try.
   */
  static final class Search {
    private final @Nullable Throwable[] failures;
    private @Nullable Throwable last;

    private Search(int sources) {
      failures = new @Nullable Throwable[sources];
    }
  }

  Search newSearch() {
    return new Search(entries.size());
  }

  SourceEntry<S> entry(int index) {
    return entries.get(index);
  }

  /** The first source in use after another one, or {@link #NONE}; after {@code NONE} the first. */
  int next(int index) {
    for (int next = index + 1; next < entries.size(); next++) {
      if (entries.get(next).inUse()) {
        return next;
      }
    }
    return NONE;
  }

  /** Whether each source is tried without retries. */
  boolean isCold(Context context) {
    if (config.coldStart().isEmpty()) {
      return false;
    }
    try {
      return config.coldStart().get().test(context);
    } catch (Throwable thrown) {
      listeners.report(name, "coldStart", thrown);
      return false;
    }
  }

  /** What is inside the breaker of a source. */
  @SuppressWarnings("unchecked") // a retry only passes on what calls return
  <U extends @Nullable Object> Policy<U> insideBreaker(Policy<U> inner, boolean cold) {
    if (retry == null || cold) {
      return inner;
    }
    return inner == DirectPolicy.instance() ? (Policy<U>) (Policy<?>) retry : retry.around(inner);
  }

  void answered(SourceEntry<S> entry) {
    if (wantsAnswered) {
      listeners.publish(new SourceAnswered(name, entry.source.name()));
    }
    entry.tell(listeners);
  }

  /**
   * Looks at the failure of a try.
   *
   * @return the failure with which the search ends; {@code null} when the next source is to be
   *     tried, or {@link #allFailed} to be asked when there is none
   */
  @Nullable Throwable endAfter(Search search, int index, Throwable thrown, Context context) {
    SourceEntry<S> entry = entries.get(index);
    Throwable failure = FailureMatcher.unwrap(thrown);
    if (endsAtOnce(failure) || isFatal(failure)) {
      entry.tell(listeners);
      return thrown;
    }
    search.failures[index] = failure;
    if (!entry.refused(failure)) {
      search.last = failure;
      if (wantsFailed) {
        listeners.publish(new SourceFailed(name, entry.source.name(), failure));
      }
    }
    entry.tell(listeners);
    return next(index) == NONE ? null : stopBeforeNext(search, context);
  }

  private static boolean endsAtOnce(Throwable failure) {
    return !(failure instanceof Exception)
        || failure instanceof InterruptedException
        || failure instanceof CancellationException;
  }

  private @Nullable Throwable stopBeforeNext(Search search, Context context) {
    if (context.isCancelled()) {
      CancellationException cancelled =
          new CancellationException(name + ": cancelled before the next source was tried");
      attach(cancelled, search);
      return cancelled;
    }
    if (search.last != null && context.hasDeadline() && context.remainingNanos() <= 0) {
      return search.last;
    }
    return null;
  }

  /** Attaches the last failure to an exception of ours. */
  static void attach(Exception ours, Search search) {
    if (search.last != null) {
      ours.addSuppressed(search.last);
    }
  }

  private boolean isFatal(Throwable failure) {
    try {
      return config.fatal().matches(failure);
    } catch (Throwable thrown) {
      listeners.report(name, "fatalIf", thrown);
      return false;
    }
  }

  /** For the breaker, which asks too: what the condition throws is reported once. */
  private boolean isFatalQuietly(Throwable failure) {
    try {
      return config.fatal().matches(failure);
    } catch (Throwable reportedByTheSearch) {
      return false;
    }
  }

  AllSourcesFailedException allFailed(Search search) {
    Map<String, Throwable> failures = new LinkedHashMap<>();
    for (int index = 0; index < entries.size(); index++) {
      SourceEntry<S> entry = entries.get(index);
      Throwable failure = search.failures[index];
      failures.put(entry.source.name(), failure == null ? entry.disabled() : failure);
    }
    return new AllSourcesFailedException(name, failures, config.stackTraces());
  }

  List<SourceStatus<S>> status() {
    return entries.stream().map(SourceEntry::status).toList();
  }

  void reset() {
    for (SourceEntry<S> entry : entries) {
      entry.breaker.reset();
      entry.tell(listeners);
    }
    config.retry().ifPresent(Retry::reset);
  }
}

package io.firmitas.impl.sources;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.impl.driver.DirectPolicy;
import io.firmitas.impl.driver.Stages;
import io.firmitas.impl.sources.SourcesCore.Search;
import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.Sources;
import io.firmitas.sources.SourcesConfig;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The sources: a loop around {@link SourcesCore} on the caller's thread, and one that needs no
 * thread, {@link SearchingCall}.
 *
 * @param <S> what stands for a source
 */
public final class OrderedSources<S> implements Sources<S> {
  private final SourcesCore<S> core;

  /**
   * Makes sources.
   *
   * @param config their configuration
   */
  public OrderedSources(SourcesConfig<S> config) {
    core = new SourcesCore<>(config);
  }

  @Override
  @SuppressWarnings("NullAway") // the T of this policy is nullable
  public @Nullable Object execute(Call<? extends @Nullable Object> call, Context context)
      throws Exception {
    return executeAround(DirectPolicy.<@Nullable Object>instance(), call, context);
  }

  @Override
  public <U extends @Nullable Object> U executeAround(
      Policy<U> inner, Call<? extends U> call, Context context) throws Exception {
    boolean cold = core.isCold(context);
    Policy<U> guarded = core.insideBreaker(inner, cold);
    Search search = null;
    for (int index = core.next(SourcesCore.NONE);
        index != SourcesCore.NONE;
        index = core.next(index)) {
      SourceEntry<S> entry = core.entry(index);
      if (search != null) {
        stopWhenInterrupted(search, entry);
      }
      U answer;
      try {
        answer = entry.breaker.executeAround(guarded, call, entry.contextOf(context, cold));
      } catch (Throwable failure) {
        search = search == null ? core.newSearch() : search;
        Throwable end = core.endAfter(search, index, failure, context);
        if (end != null) {
          throw FailureMatcher.rethrow(end);
        }
        continue;
      }
      core.answered(entry);
      return answer;
    }
    throw core.allFailed(search == null ? core.newSearch() : search);
  }

  /** A source that failed may have swallowed the interrupt; the flag stays set for the caller. */
  private void stopWhenInterrupted(Search search, SourceEntry<S> next) throws InterruptedException {
    if (Thread.currentThread().isInterrupted()) {
      InterruptedException stopped =
          new InterruptedException(
              core.name + ": interrupted before source " + next.source.name() + " was tried");
      SourcesCore.attach(stopped, search);
      throw stopped;
    }
  }

  @Override
  public CompletableFuture<@Nullable Object> executeAsync(
      AsyncCall<? extends @Nullable Object> call, Context context) {
    return executeAsyncAround(DirectPolicy.<@Nullable Object>instance(), call, context);
  }

  @Override
  public <U extends @Nullable Object> CompletableFuture<U> executeAsyncAround(
      Policy<U> inner, AsyncCall<? extends U> call, Context context) {
    int first = core.next(SourcesCore.NONE);
    if (first == SourcesCore.NONE) {
      return CompletableFuture.failedFuture(core.allFailed(core.newSearch()));
    }
    boolean cold = core.isCold(context);
    Policy<U> guarded = core.insideBreaker(inner, cold);
    SourceEntry<S> entry = core.entry(first);
    CompletableFuture<U> started =
        entry.breaker.executeAsyncAround(guarded, call, entry.contextOf(context, cold));
    if (started.isDone() && Stages.failureOf(started) == null) {
      core.answered(entry);
      return started;
    }
    SearchingCall<S, U> searching = new SearchingCall<>(core, guarded, call, context, cold);
    searching.begin(first, started);
    return searching;
  }

  @Override
  public SourcesConfig<S> config() {
    return core.config;
  }

  @Override
  public List<SourceStatus<S>> status() {
    return core.status();
  }

  @Override
  public void reset() {
    core.reset();
  }

  @Override
  public PolicyRuntime runtime() {
    return core.config.runtime();
  }

  @Override
  public String describe() {
    return "sources(" + core.name + ")";
  }

  @Override
  public String toString() {
    return describe();
  }
}

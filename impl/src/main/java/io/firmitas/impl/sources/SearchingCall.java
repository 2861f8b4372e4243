package io.firmitas.impl.sources;

import io.firmitas.AsyncCall;
import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.impl.driver.PendingCall;
import io.firmitas.impl.driver.Stages;
import io.firmitas.impl.sources.SourcesCore.Search;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous search through sources. No thread waits: the thread that completes the call to
 * one source starts the call to the next.
 *
 * <p>The loop never calls itself. A stage that completes while the loop is still registering with
 * it hands its outcome back to the loop instead of starting another one: both sides exchange a
 * mark, and who comes second goes on. So any number of sources needs the stack of one.
 */
final class SearchingCall<S, T extends @Nullable Object> extends PendingCall<T>
    implements BiFunction<T, @Nullable Throwable, @Nullable Void> {
  private final SourcesCore<S> core;
  private final Policy<T> guarded;
  private final AsyncCall<? extends T> call;
  private final Context context;
  private final boolean cold;
  private final Search search;

  /** Set by the loop after registering, or by the outcome of the stage if that comes earlier. */
  private final AtomicReference<@Nullable Object> handOver = new AtomicReference<>();

  /** The source that is being called; handed from thread to thread with the outcome. */
  private int index;

  /** What is waited for, so that giving up can stop it. */
  private volatile @Nullable CompletableFuture<T> awaited;

  private volatile Cancellation.@Nullable Registration registration;

  SearchingCall(
      SourcesCore<S> core,
      Policy<T> guarded,
      AsyncCall<? extends T> call,
      Context context,
      boolean cold) {
    this.core = core;
    this.guarded = guarded;
    this.call = call;
    this.context = context;
    this.cold = cold;
    this.search = core.newSearch();
  }

  /** Goes on after the call to the first source has been started. */
  void begin(int first, CompletableFuture<T> started) {
    index = first;
    loop(started);
    Cancellation cancellation = context.cancellation().orElse(null);
    if (!isSettled() && cancellation != null) {
      registration = cancellation.onCancel(() -> cancel(true));
      if (isSettled()) {
        end();
      }
    }
  }

  private void loop(CompletableFuture<T> started) {
    CompletableFuture<T> source = started;
    while (source.isDone() || arrivesWhileRegistering(source)) {
      if (!goesOnAfter(source)) {
        return;
      }
      source = startNext();
    }
  }

  private CompletableFuture<T> startNext() {
    SourceEntry<S> entry = core.entry(index);
    return entry.breaker.executeAsyncAround(guarded, call, entry.contextOf(context, cold));
  }

  /**
   * Waits for a stage without a thread; true when it completed before that was arranged, so that
   * the loop goes on.
   */
  private boolean arrivesWhileRegistering(CompletableFuture<T> source) {
    handOver.set(null);
    awaited = source;
    if (isSettled()) {
      source.cancel(true);
      return false;
    }
    Stages.whenDone(source, this);
    return !handOver.compareAndSet(null, this);
  }

  /** Called by the completing thread. */
  @Override
  public @Nullable Void apply(T answer, @Nullable Throwable failure) {
    if (handOver.compareAndSet(null, this)) {
      return null;
    }
    CompletableFuture<T> source = awaited;
    if (source != null && goesOnAfter(source)) {
      loop(startNext());
    }
    return null;
  }

  /** Looks at the outcome of a call to a source; true when the next one is to be called now. */
  private boolean goesOnAfter(CompletableFuture<T> source) {
    Throwable failure = Stages.failureOf(source);
    if (failure == null) {
      if (trySettle()) {
        end();
        core.answered(core.entry(index));
        succeed(Stages.valueOf(source));
      }
      return false;
    }
    if (isSettled()) {
      return false;
    }
    Throwable verdict = core.endAfter(search, index, failure, context);
    index = core.next(index);
    if (verdict == null && index != SourcesCore.NONE) {
      return !isSettled();
    }
    if (trySettle()) {
      end();
      fail(verdict == null ? core.allFailed(search) : verdict);
    }
    return false;
  }

  private void end() {
    Cancellation.Registration registered = registration;
    if (registered != null) {
      registered.close();
    }
  }

  @Override
  protected void abandon() {
    CompletableFuture<T> source = awaited;
    if (source != null) {
      source.cancel(true);
    }
    end();
  }
}

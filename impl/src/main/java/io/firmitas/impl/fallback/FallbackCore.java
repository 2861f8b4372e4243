package io.firmitas.impl.fallback;

import io.firmitas.CallFailedException;
import io.firmitas.CallRejectedException;
import io.firmitas.Context;
import io.firmitas.PolicyRuntime;
import io.firmitas.event.FallbackApplied;
import io.firmitas.event.FallbackFailed;
import io.firmitas.event.Listeners;
import io.firmitas.fallback.FallbackConfig;
import io.firmitas.fallback.FallbackHandler;
import io.firmitas.retry.RetryException;
import io.firmitas.timeout.TimeoutExceededException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of a fallback: which handler answers, and what is told about it. It has no state.
 */
final class FallbackCore<T extends @Nullable Object> {
  final FallbackConfig<T> config;
  final PolicyRuntime runtime;
  final Listeners listeners;
  final String name;
  private final FallbackHandler<Throwable, T>[] failureHandlers;
  private final FallbackHandler<T, T>[] resultHandlers;
  private final boolean judgesResults;
  private final @Nullable RememberedResults<T> remembered;
  private final boolean wantsApplied;

  FallbackCore(FallbackConfig<T> config) {
    this.config = config;
    runtime = config.runtime();
    listeners = config.listeners();
    name = config.name();
    failureHandlers = array(config.failureHandlers());
    resultHandlers = array(config.resultHandlers());
    judgesResults = !config.resultHandlers().isEmpty();
    remembered =
        config
            .lastKnownGood()
            .map(settings -> new RememberedResults<T>(settings, runtime, listeners, name))
            .orElse(null);
    wantsApplied = listeners.wants(FallbackApplied.class);
  }

  /** An array costs nothing to walk through, and a fallback that answers does that every time. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // only handlers of the list are put into it
  private static <I extends @Nullable Object, T extends @Nullable Object>
      FallbackHandler<I, T>[] array(List<FallbackHandler<I, T>> handlers) {
    return handlers.toArray(new FallbackHandler[0]);
  }

  /** The handler of a failure that has been unwrapped, or {@code null} when it passes. */
  @Nullable FallbackHandler<Throwable, T> handlerOf(Throwable failure, Context context) {
    if (remembered != null && FallbackConfig.isAnsweredByRemembered(failure)) {
      RememberedResults.Remembered<T> last = remembered.recall(context);
      if (last != null) {
        return FallbackHandler.answering(last.result());
      }
    }
    return first(failureHandlers, failure);
  }

  /** The call returned what its caller gets. */
  void succeeded(T result, Context context) {
    if (remembered != null) {
      remembered.remember(context, result);
    }
  }

  /** The handler of a result, or {@code null} when it passes. */
  @Nullable FallbackHandler<T, T> handlerOfResult(T result) {
    return judgesResults ? first(resultHandlers, result) : null;
  }

  private <I extends @Nullable Object> @Nullable FallbackHandler<I, T> first(
      FallbackHandler<I, T>[] handlers, I input) {
    for (FallbackHandler<I, T> handler : handlers) {
      try {
        if (handler.handles(input)) {
          return handler;
        }
      } catch (Throwable thrown) {
        listeners.report(name, "fallback condition", thrown);
      }
    }
    return null;
  }

  void applied(@Nullable Throwable failure) {
    if (wantsApplied) {
      listeners.publish(new FallbackApplied(name, failure));
    }
  }

  /**
   * Tells what a handler threw, which is what the caller gets. The call's failure is attached where
   * the exception is one of ours.
   */
  void failed(FallbackHandler<?, T> handler, @Nullable Throwable failure, Throwable thrown) {
    if (handler.mapsFailure() && thrown instanceof Exception) {
      applied(failure);
      return;
    }
    if (failure != null && failure != thrown && failure != thrown.getCause() && isOurs(thrown)) {
      thrown.addSuppressed(failure);
    }
    listeners.publish(new FallbackFailed(name, failure, thrown));
  }

  private static boolean isOurs(Throwable thrown) {
    return thrown instanceof CallRejectedException
        || thrown instanceof RetryException
        || thrown instanceof TimeoutExceededException
        || thrown instanceof CallFailedException;
  }

  void reset() {
    if (remembered != null) {
      remembered.clear();
    }
  }
}

package io.firmitas.fallback;

import io.firmitas.Context;
import io.firmitas.PolicyBuilder;
import io.firmitas.PolicyProvider;
import io.firmitas.event.FallbackApplied;
import io.firmitas.internal.Arguments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Builds fallbacks. Handlers are tried in the order in which they are added.
 *
 * @param <T> what the guarded calls return
 */
public final class FallbackBuilder<T extends @Nullable Object>
    extends PolicyBuilder<FallbackBuilder<T>> {
  List<FallbackHandler<Throwable, T>> failureHandlers = List.of();
  List<FallbackHandler<T, T>> resultHandlers = List.of();
  @Nullable LastKnownGood lastKnownGood;

  FallbackBuilder() {
    super("fallback");
  }

  /**
   * Answers failures of a type.
   *
   * @param type the type, subclasses included
   * @param function makes the answer
   * @param <E> the type
   * @return this builder
   */
  public <E extends Throwable> FallbackBuilder<T> on(
      Class<E> type, FallbackFunction<? super E, ? extends T> function) {
    Arguments.notNull("fallback function", function);
    return on(type, (failure, context) -> function.apply(failure));
  }

  /**
   * Answers failures of a type, looking at the context.
   *
   * @param type the type, subclasses included
   * @param function makes the answer
   * @param <E> the type
   * @return this builder
   */
  public <E extends Throwable> FallbackBuilder<T> on(
      Class<E> type, ContextualFallbackFunction<? super E, ? extends T> function) {
    Arguments.notNull("fallback type", type);
    Arguments.notNull("fallback function", function);
    return add(
        new FallbackHandler<>(
            FallbackHandler.typeCondition(type),
            (failure, context) -> function.apply(type.cast(failure), context),
            null,
            false));
  }

  /**
   * Answers failures of a type asynchronously. A synchronous call waits for the answer.
   *
   * @param type the type, subclasses included
   * @param function starts making the answer
   * @param <E> the type
   * @return this builder
   */
  public <E extends Throwable> FallbackBuilder<T> onAsync(
      Class<E> type,
      ContextualFallbackFunction<? super E, ? extends CompletionStage<? extends T>> function) {
    Arguments.notNull("fallback type", type);
    Arguments.notNull("fallback function", function);
    return add(
        new FallbackHandler<>(
            FallbackHandler.typeCondition(type),
            null,
            (failure, context) -> function.apply(type.cast(failure), context),
            false));
  }

  /**
   * Answers failures that fulfil a condition. Only exceptions are looked at, without interrupts and
   * cancellations.
   *
   * @param condition the condition; when it throws, that is reported and the handler does not fit
   * @param function makes the answer
   * @return this builder
   */
  public FallbackBuilder<T> onFailure(
      Predicate<? super Exception> condition,
      FallbackFunction<? super Exception, ? extends T> function) {
    Arguments.notNull("fallback condition", condition);
    Arguments.notNull("fallback function", function);
    FallbackHandler.Condition<Throwable> ordinary = FallbackHandler.typeCondition(Exception.class);
    return add(
        new FallbackHandler<>(
            failure -> ordinary.holds(failure) && condition.test((Exception) failure),
            (failure, context) -> function.apply((Exception) failure),
            null,
            false));
  }

  /**
   * Turns failures of a type into another exception.
   *
   * @param type the type, subclasses included
   * @param function makes the exception to throw
   * @param <E> the type
   * @return this builder
   */
  public <E extends Throwable> FallbackBuilder<T> mapFailure(
      Class<E> type, FallbackFunction<? super E, ? extends Exception> function) {
    Arguments.notNull("mapFailure type", type);
    Arguments.notNull("mapFailure function", function);
    return add(
        new FallbackHandler<>(
            FallbackHandler.typeCondition(type),
            (failure, context) -> {
              throw function.apply(type.cast(failure));
            },
            null,
            true));
  }

  /**
   * Replaces results that are not wanted. Never asked when the call threw.
   *
   * @param condition the condition; when it throws, that is reported and the result passes
   * @param function makes the answer from the result
   * @return this builder
   */
  public FallbackBuilder<T> onResult(
      Predicate<? super T> condition, FallbackFunction<? super T, ? extends T> function) {
    Arguments.notNull("onResult condition", condition);
    Arguments.notNull("onResult function", function);
    List<FallbackHandler<T, T>> longer = new ArrayList<>(resultHandlers);
    longer.add(
        new FallbackHandler<>(
            condition::test, (result, context) -> function.apply(result), null, false));
    resultHandlers = List.copyOf(longer);
    return this;
  }

  /**
   * Answers exceptions with the last result, if it is not too old; for calls that all ask the same.
   * Asked before all other handlers, which answer when there is no such result.
   *
   * @param maxAge how old a result may be, longer than zero
   * @return this builder
   */
  public FallbackBuilder<T> lastKnownGood(Duration maxAge) {
    return lastKnownGood(maxAge, 1, context -> "");
  }

  /**
   * Answers exceptions with the last result of the same key, if it is not too old. Asked before all
   * other handlers, which answer when there is no such result. Not for interrupts and
   * cancellations.
   *
   * @param maxAge how old a result may be, longer than zero
   * @param maxEntries how many results are kept, at least 1; the one not refreshed for longest is
   *     dropped
   * @param key finds the key in the context of the call, for example {@code context ->
   *     context.get(CUSTOMER)}; when it throws, or gives {@code null} or a key that cannot be
   *     compared, the call is treated as one without a result, and what was thrown is reported
   * @return this builder
   */
  public FallbackBuilder<T> lastKnownGood(
      Duration maxAge, int maxEntries, Function<? super Context, ?> key) {
    lastKnownGood = new LastKnownGood(maxAge, maxEntries, key);
    return this;
  }

  /**
   * Is told when the fallback answered.
   *
   * @param consumer the listener
   * @return this builder
   */
  public FallbackBuilder<T> onFallback(Consumer<? super FallbackApplied> consumer) {
    return onEvent(FallbackApplied.class, consumer);
  }

  private FallbackBuilder<T> add(FallbackHandler<Throwable, T> handler) {
    List<FallbackHandler<Throwable, T>> longer = new ArrayList<>(failureHandlers);
    longer.add(handler);
    failureHandlers = List.copyOf(longer);
    return this;
  }

  /**
   * Checks all settings and takes a copy of them.
   *
   * @return the configuration
   * @throws IllegalArgumentException when there is no handler
   */
  public FallbackConfig<T> config() {
    if (failureHandlers.isEmpty() && resultHandlers.isEmpty() && lastKnownGood == null) {
      throw new IllegalArgumentException(
          "fallback must have at least one handler but has none; add on(type, function) or"
              + " onResult(condition, function)");
    }
    return new FallbackConfig<>(copy(), common());
  }

  /**
   * Builds a fallback with the installed provider.
   *
   * @return a new fallback
   * @throws IllegalArgumentException when there is no handler
   */
  public Fallback<T> build() {
    return PolicyProvider.installed().create(config());
  }

  /** For the configuration, which keeps a copy of its own. */
  FallbackBuilder<T> mutableCopy() {
    return copy();
  }
}

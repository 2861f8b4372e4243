package io.firmitas.fallback;

import io.firmitas.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Answers with something else when a call fails, or returns what is not wanted.
 *
 * <p>The first handler whose type or condition fits answers; when none fits, the failure or result
 * passes. A failure is looked at without its {@link java.util.concurrent.CompletionException}
 * wrappers. Interrupts, cancellations and errors of the virtual machine are handled only by a
 * handler for just that type; other errors only by a handler for {@code Throwable}, {@code Error}
 * or a subclass.
 *
 * <p>When the handler itself throws, the caller gets what the handler threw, unchanged; the call's
 * failure is in the event {@link io.firmitas.event.FallbackFailed} and, where the handler threw an
 * exception of Firmitas, suppressed in it.
 *
 * <p>Usually the outermost policy. Thread-safe; handlers must be, too.
 *
 * @param <T> what the guarded calls, and the handlers, return
 */
public interface Fallback<T extends @Nullable Object> extends Policy<T> {
  /**
   * Answers any exception with a value.
   *
   * @param value the answer
   * @param <T> its type
   * @return the fallback
   */
  static <T extends @Nullable Object> Fallback<T> of(T value) {
    return from(failure -> value);
  }

  /**
   * Answers any exception with the result of a function.
   *
   * @param function makes the answer from the failure
   * @param <T> the type of the answer
   * @return the fallback
   */
  static <T extends @Nullable Object> Fallback<T> from(
      FallbackFunction<? super Exception, ? extends T> function) {
    return Fallback.<T>builder().on(Exception.class, function).build();
  }

  /**
   * Starts building a fallback named {@code fallback}.
   *
   * @param <T> what the guarded calls return
   * @return the builder
   */
  static <T extends @Nullable Object> FallbackBuilder<T> builder() {
    return new FallbackBuilder<>();
  }

  /**
   * The configuration.
   *
   * @return the configuration this fallback was built from
   */
  FallbackConfig<T> config();

  /**
   * The name.
   *
   * @return the name
   */
  default String name() {
    return config().name();
  }
}

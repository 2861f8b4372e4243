package io.firmitas;

import io.firmitas.internal.Arguments;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Guards calls: decides whether, when and how often a call is made, and what its caller gets.
 *
 * <p>There is one function, {@link #execute}, and its asynchronous form; all else is convenience. A
 * lambda is a policy: {@code Policy<String> logged = (call, context) -> { log(); return
 * call.invoke(context); }}. Policies compose with {@link Policies#wrap}.
 *
 * <p>A policy that only passes on what calls return is a {@code Policy<Object>} and guards calls of
 * every type; one that makes values itself, such as a fallback, is a policy of the type of those
 * values. The conveniences return the type of the call; for a policy that makes values, ask for
 * that policy's own type, not a subtype of it.
 *
 * <p>Policies are thread-safe and meant to be shared and kept.
 *
 * @param <T> what the guarded calls return
 */
@FunctionalInterface
public interface Policy<T extends @Nullable Object> {
  /**
   * Makes a call under this policy, on the current thread.
   *
   * @param call the call; invoked zero, one or several times
   * @param context the context of the call
   * @return the result
   * @throws Exception the call's own failure as it is, or the policy's
   */
  T execute(Call<? extends T> call, Context context) throws Exception;

  /**
   * Makes an asynchronous call under this policy. Built-in policies hold no thread while they wait.
   * The default, meant for lambdas, runs {@link #execute} on the executor of the {@link #runtime()}
   * and waits there for the stage, which holds a thread, a virtual one where the JDK has them;
   * {@link #of} avoids that.
   *
   * @param call the call; invoked zero, one or several times
   * @param context the context of the call
   * @return completes with the result or with the unwrapped failure; never {@code null}, and
   *     nothing is thrown. Cancelling it cancels the call
   */
  default CompletableFuture<T> executeAsync(AsyncCall<? extends T> call, Context context) {
    PolicyRuntime runtime = runtime();
    return runtime.submit(() -> execute(inner -> runtime.<T>await(call.invoke(inner)), context));
  }

  /**
   * Makes a call under this policy and, inside it, another one. The same as {@code execute(c ->
   * inner.execute(call, c), context)}; policies override it to save the object that ties the two
   * together.
   *
   * @param inner the policy inside
   * @param call the call
   * @param context the context of the call
   * @param <U> what the call returns
   * @return the result
   * @throws Exception the call's own failure as it is, or a policy's
   */
  @SuppressWarnings("unchecked")
  default <U extends T> U executeAround(Policy<U> inner, Call<? extends U> call, Context context)
      throws Exception {
    return (U) execute(innerContext -> inner.execute(call, innerContext), context);
  }

  /**
   * The asynchronous form of {@link #executeAround}.
   *
   * @param inner the policy inside
   * @param call the call
   * @param context the context of the call
   * @param <U> what the call returns
   * @return completes as {@link #executeAsync} does
   */
  @SuppressWarnings("unchecked")
  default <U extends T> CompletableFuture<U> executeAsyncAround(
      Policy<U> inner, AsyncCall<? extends U> call, Context context) {
    return (CompletableFuture<U>)
        executeAsync(innerContext -> inner.executeAsync(call, innerContext), context);
  }

  /**
   * This policy around another one: calls pass through this one first.
   *
   * @param inner the policy inside
   * @param <U> what the guarded calls return
   * @return the composition
   */
  @SuppressWarnings("unchecked")
  default <U extends T> Policy<U> around(Policy<? super U> inner) {
    return new ComposedPolicy<>(
        (Policy<? super U>) this, (Policy<U>) Arguments.notNull("inner", inner));
  }

  /**
   * The runtime that gives this policy its time and threads.
   *
   * @return the runtime; the system runtime by default
   */
  default PolicyRuntime runtime() {
    return PolicyRuntime.system();
  }

  /**
   * Forgets what this policy has learned from earlier calls, for example between tests: a circuit
   * breaker closes, sources are switched on, remembered results are dropped, a budget for retries
   * is full again. A composition resets its parts. Calls that are on their way are not stopped.
   *
   * <p>The default does nothing, for policies that learn nothing.
   */
  default void reset() {}

  /**
   * Describes the policy in a few words; a composition lists its policies from the outermost to the
   * innermost.
   *
   * @return for example {@code retry(catalog) > circuit-breaker(catalog)}
   */
  default String describe() {
    return "policy";
  }

  /**
   * Makes a call under this policy.
   *
   * @param call the call
   * @param <R> what it returns
   * @return the result
   * @throws Exception the call's own failure as it is, or the policy's
   */
  @SuppressWarnings("unchecked")
  default <R extends T> R call(Callable<? extends R> call) throws Exception {
    Arguments.notNull("call", call);
    return (R) execute(context -> call.call(), Context.root());
  }

  /**
   * Makes a call under this policy that looks at its context.
   *
   * @param call the call
   * @param <R> what it returns
   * @return the result
   * @throws Exception the call's own failure as it is, or the policy's
   */
  @SuppressWarnings("unchecked")
  default <R extends T> R call(Call<? extends R> call) throws Exception {
    return (R) execute(Arguments.notNull("call", call), Context.root());
  }

  /**
   * Makes a call that throws no checked exception.
   *
   * @param supplier the call
   * @param <R> what it returns
   * @return the result
   * @throws CallFailedException with a checked exception that the policy threw, such as an
   *     interrupt during a delay
   */
  @SuppressWarnings("unchecked")
  default <R extends T> R get(Supplier<? extends R> supplier) {
    Arguments.notNull("supplier", supplier);
    try {
      return (R) execute(context -> supplier.get(), Context.root());
    } catch (RuntimeException unchecked) {
      throw unchecked;
    } catch (Exception checked) {
      if (checked instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new CallFailedException(checked);
    }
  }

  /**
   * Makes a call that returns nothing and throws no checked exception.
   *
   * @param runnable the call
   * @throws CallFailedException with a checked exception that the policy threw, such as an
   *     interrupt during a delay
   */
  @SuppressWarnings("NullAway") // the result of a Runnable is null whatever T is
  default void run(Runnable runnable) {
    Arguments.notNull("runnable", runnable);
    this.<T>get(
        () -> {
          runnable.run();
          return null;
        });
  }

  /**
   * Makes an asynchronous call under this policy.
   *
   * @param call starts the call
   * @param <R> what it returns
   * @return completes as {@link #executeAsync} does
   */
  @SuppressWarnings("unchecked")
  default <R extends T> CompletableFuture<R> callAsync(
      Callable<? extends CompletionStage<? extends R>> call) {
    Arguments.notNull("call", call);
    return (CompletableFuture<R>) executeAsync(new ContextFreeCall<>(call), Context.root());
  }

  /**
   * Makes an asynchronous call under this policy that looks at its context.
   *
   * @param call starts the call
   * @param <R> what it returns
   * @return completes as {@link #executeAsync} does
   */
  @SuppressWarnings("unchecked")
  default <R extends T> CompletableFuture<R> callAsync(AsyncCall<? extends R> call) {
    return (CompletableFuture<R>) executeAsync(Arguments.notNull("call", call), Context.root());
  }

  /**
   * Makes a blocking call under this policy on the runtime's executor. Each attempt is a task of
   * its own; delays between them hold no thread. Cancelling the future interrupts the call.
   *
   * @param call the call
   * @param <R> what it returns
   * @return completes as {@link #executeAsync} does
   */
  @SuppressWarnings("unchecked")
  default <R extends T> CompletableFuture<R> submit(Callable<? extends R> call) {
    Arguments.notNull("call", call);
    PolicyRuntime runtime = runtime();
    return (CompletableFuture<R>) executeAsync(context -> runtime.<R>submit(call), Context.root());
  }

  /**
   * A callable that makes a call under this policy each time.
   *
   * @param call the call
   * @param <R> what it returns
   * @return the guarded callable
   */
  default <R extends T> Callable<R> decorate(Callable<? extends R> call) {
    Arguments.notNull("call", call);
    return () -> call(call);
  }

  /**
   * A policy from a synchronous and an asynchronous function, which must do the same.
   *
   * @param sync the synchronous form
   * @param async the asynchronous form; it must not block
   * @param <T> what the guarded calls return
   * @return the policy
   */
  static <T extends @Nullable Object> Policy<T> of(Policy<T> sync, AsyncForm<T> async) {
    return new TwoFormPolicy<>(Arguments.notNull("sync", sync), Arguments.notNull("async", async));
  }

  /**
   * The asynchronous form of a policy, see {@link #of}.
   *
   * @param <T> what the guarded calls return
   */
  @FunctionalInterface
  interface AsyncForm<T extends @Nullable Object> {
    /**
     * Makes an asynchronous call.
     *
     * @param call the call
     * @param context the context of the call
     * @return completes with the result or the failure
     */
    CompletableFuture<T> executeAsync(AsyncCall<? extends T> call, Context context);
  }
}

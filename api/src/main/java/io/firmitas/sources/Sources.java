package io.firmitas.sources;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.internal.Arguments;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tries several sources of the same thing in order until one answers.
 *
 * <pre>{@code
 * Sources<URI> cdns = Sources.<URI>builder("cdn")
 *     .add("near", near, 1)
 *     .add("far", far, 2)
 *     .fatal(NotFoundException.class)
 *     .build();
 * Page page = cdns.call((base, context) -> http.get(base.resolve(path)));
 * }</pre>
 *
 * <p>Each source has a circuit breaker of its own. After 3 failures in a row it is switched off for
 * 60 s and not called; then one call tries it again. A failure sends the call to the next source
 * without delay; {@link AllSourcesFailedException} tells when none is left. Not sent on are: fatal
 * failures, which do not count against the source either; interrupts, cancellations and errors. A
 * call whose thread is interrupted, whose caller has given up or whose deadline has passed is not
 * sent on; in the last case the caller gets the last failure.
 *
 * <p>As a policy it composes: {@code wrap(sources, retry, timeout)} guards each call to one source,
 * {@code wrap(retry, sources)} repeats the whole search. The innermost call finds its source with
 * {@link #current}.
 *
 * <p>Thread-safe. Asynchronous calls hold no thread, and cancelling their future cancels the call
 * to the current source.
 *
 * @param <S> what stands for a source, for example its base address
 */
public interface Sources<S> extends Policy<@Nullable Object> {
  /**
   * Starts building sources named {@code sources}.
   *
   * @param <S> what stands for a source
   * @return the builder
   */
  static <S> SourcesBuilder<S> builder() {
    return new SourcesBuilder<>();
  }

  /**
   * Starts building sources.
   *
   * @param name their name, used in messages and events
   * @param <S> what stands for a source
   * @return the builder
   */
  static <S> SourcesBuilder<S> builder(String name) {
    return Sources.<S>builder().name(name);
  }

  /**
   * Whether a call is under sources that are in a {@linkplain SourcesBuilder#coldStart cold start}
   * for it. Made for {@code Retry.builder().skipWhen(Sources::isColdStart)}.
   *
   * @param context the context of the call
   * @return true when each source is to be tried once only
   */
  static boolean isColdStart(Context context) {
    return context.get(ColdStart.KEY).isPresent();
  }

  /**
   * The configuration.
   *
   * @return the configuration this policy was built from
   */
  SourcesConfig<S> config();

  /**
   * The name.
   *
   * @return the name
   */
  default String name() {
    return config().name();
  }

  /**
   * All sources and their states, in the order in which they are tried.
   *
   * @return one record for each source, also for those not in use
   */
  List<SourceStatus<S>> status();

  /**
   * Switches all sources on and forgets their failures; resets their retry. Enables no source that
   * is disabled.
   */
  @Override
  void reset();

  /**
   * The key under which the current source travels in the context.
   *
   * @return the key
   */
  default ContextKey<S> key() {
    return config().key();
  }

  /**
   * The source that a call under this policy is to use.
   *
   * @param context the context that the call was given
   * @return the source
   * @throws IllegalStateException when the context is not that of a call under this policy
   */
  default S current(Context context) {
    return context
        .get(key())
        .orElseThrow(
            () ->
                new IllegalStateException(
                    name() + ": no source in the context; the call is not under this policy"));
  }

  /**
   * Calls the sources in order until one answers.
   *
   * @param call makes the call to one source
   * @param <R> what it returns
   * @return the answer
   * @throws AllSourcesFailedException when no source answered
   * @throws Exception a fatal failure, an interrupt, a cancellation, as they are
   */
  @SuppressWarnings("unchecked")
  default <R extends @Nullable Object> R call(SourceCall<? super S, ? extends R> call)
      throws Exception {
    Arguments.notNull("call", call);
    return (R) execute(context -> call.invoke(current(context), context), Context.root());
  }

  /**
   * Calls the sources in order until one answers, asynchronously.
   *
   * @param call starts the call to one source
   * @param <R> what it returns
   * @return completes with the answer or a failure, as {@link #executeAsync} does
   */
  @SuppressWarnings("unchecked")
  default <R extends @Nullable Object> CompletableFuture<R> callAsync(
      AsyncSourceCall<? super S, ? extends R> call) {
    Arguments.notNull("call", call);
    return (CompletableFuture<R>)
        executeAsync(context -> call.invoke(current(context), context), Context.root());
  }

  /**
   * Makes blocking calls to the sources on the runtime's executor, each as a task of its own.
   * Cancelling the future interrupts the call.
   *
   * @param call makes the call to one source
   * @param <R> what it returns
   * @return completes with the answer or a failure, as {@link #executeAsync} does
   */
  @SuppressWarnings("unchecked")
  default <R extends @Nullable Object> CompletableFuture<R> submit(
      SourceCall<? super S, ? extends R> call) {
    Arguments.notNull("call", call);
    PolicyRuntime runtime = runtime();
    return (CompletableFuture<R>)
        executeAsync(
            context -> runtime.<R>submit(() -> call.invoke(current(context), context)),
            Context.root());
  }
}

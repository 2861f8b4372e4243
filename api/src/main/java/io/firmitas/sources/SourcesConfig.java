package io.firmitas.sources;

import io.firmitas.CommonSettings;
import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyConfig;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.retry.Retry;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The checked settings of sources. Immutable and thread-safe; see {@link SourcesBuilder} for what
 * each means.
 *
 * @param <S> what stands for a source
 */
public final class SourcesConfig<S> implements PolicyConfig<Sources<S>> {
  private final SourcesBuilder<S> settings;
  private final CommonSettings common;
  private final List<Source<S>> ordered;

  /** Takes a private copy of a builder whose settings have been checked. */
  SourcesConfig(SourcesBuilder<S> settings, CommonSettings common) {
    this.settings = settings;
    this.common = common;
    this.ordered =
        settings.sources.stream()
            .sorted(Comparator.comparingInt(source -> source.priority()))
            .toList();
  }

  @Override
  public CommonSettings common() {
    return common;
  }

  /**
   * All sources, also those not in use, in the order in which they are tried: by priority, then by
   * the order of adding.
   *
   * @return the sources; at least one
   */
  public List<Source<S>> sources() {
    return ordered;
  }

  /**
   * The key under which the current source travels in the context.
   *
   * @return the key; the same for all policies made from one builder and its copies
   */
  public ContextKey<S> key() {
    return settings.key;
  }

  /**
   * How many failures in a row switch a source off.
   *
   * @return the number
   */
  public int failureThreshold() {
    return settings.failureThreshold;
  }

  /**
   * How long a source stays switched off.
   *
   * @return the time, or empty when only {@link Sources#reset()} ends it
   */
  public Optional<Duration> openTime() {
    return Optional.ofNullable(settings.openTime);
  }

  /**
   * The failures that end the search at once.
   *
   * @return the matcher
   */
  public FailureMatcher fatal() {
    return settings.fatal;
  }

  /**
   * The condition for values that must not be used.
   *
   * @return the condition, or empty
   */
  public Optional<Predicate<? super S>> skip() {
    return Optional.ofNullable(settings.skip);
  }

  /**
   * The condition under which each source is tried once.
   *
   * @return the condition, or empty
   */
  public Optional<Predicate<? super Context>> coldStart() {
    return Optional.ofNullable(settings.coldStart);
  }

  /**
   * The retry of the calls to each source.
   *
   * @return the retry, or empty
   */
  public Optional<Retry> retry() {
    return Optional.ofNullable(settings.retry);
  }

  /**
   * The context of a call to a source.
   *
   * @param source the source
   * @param context the context of the call under the policy
   * @param coldStart whether the source is to be tried once only
   * @return a new context
   */
  public Context contextOf(Source<S> source, Context context, boolean coldStart) {
    Context called = context.with(settings.key, source.value());
    return coldStart ? called.with(ColdStart.KEY, true) : called;
  }

  /**
   * Starts building the circuit breaker of a source, named {@code <policy>/<source>}, with all
   * settings that follow from these but the failures that do not count.
   *
   * @param source the source
   * @return a new builder
   */
  public CircuitBreakerBuilder breaker(Source<S> source) {
    return CircuitBreaker.builder(name() + "/" + source.name())
        .runtime(runtime())
        .stackTraces(stackTraces())
        .failureThreshold(settings.failureThreshold)
        .openTime(openTime().orElse(Duration.ofNanos(Long.MAX_VALUE)));
  }

  /**
   * A builder with these settings.
   *
   * @return a new builder
   */
  public SourcesBuilder<S> toBuilder() {
    return settings.mutableCopy();
  }
}

package io.firmitas.sources;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyBuilder;
import io.firmitas.PolicyProvider;
import io.firmitas.event.SourceFailed;
import io.firmitas.event.SourceSwitchedOff;
import io.firmitas.internal.Arguments;
import io.firmitas.retry.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Builds sources.
 *
 * @param <S> what stands for a source
 */
public final class SourcesBuilder<S> extends PolicyBuilder<SourcesBuilder<S>> {
  final ContextKey<S> key = ContextKey.named("source");
  List<Source<S>> sources = List.of();
  int failureThreshold = 3;
  @Nullable Duration openTime = Duration.ofSeconds(60);
  FailureMatcher fatal = FailureMatcher.none();
  @Nullable Predicate<? super S> skip;
  @Nullable Predicate<? super Context> coldStart;
  @Nullable Retry retry;

  SourcesBuilder() {
    super("sources");
  }

  /**
   * Adds a source with priority 0.
   *
   * @param sourceName its name, not blank, unique in the list
   * @param value what stands for it, for example its base address
   * @return this builder
   */
  public SourcesBuilder<S> add(String sourceName, S value) {
    return add(Source.of(sourceName, value));
  }

  /**
   * Adds a source.
   *
   * @param sourceName its name, not blank, unique in the list
   * @param value what stands for it, for example its base address
   * @param priority its priority; lower numbers are tried first, equal ones in the order of adding
   * @return this builder
   */
  public SourcesBuilder<S> add(String sourceName, S value, int priority) {
    return add(Source.of(sourceName, value).withPriority(priority));
  }

  /**
   * Adds a source.
   *
   * @param source the source; its name must be unique in the list
   * @return this builder
   */
  public SourcesBuilder<S> add(Source<S> source) {
    List<Source<S>> longer = new ArrayList<>(sources);
    longer.add(Arguments.notNull("source", source));
    sources = List.copyOf(longer);
    return this;
  }

  /**
   * How many failures in a row switch a source off; a success starts the count again. Default 3.
   *
   * @param value the number, at least 1
   * @return this builder
   */
  public SourcesBuilder<S> failureThreshold(int value) {
    failureThreshold = Arguments.atLeast("failureThreshold", value, 1);
    return this;
  }

  /**
   * How long a source stays switched off. Afterwards one call tries it again: its success switches
   * the source on, its failure switches it off for another such time. Default, and recommended: 60
   * s.
   *
   * @param value the time, longer than zero
   * @return this builder
   */
  public SourcesBuilder<S> openTime(Duration value) {
    openTime = Arguments.positive("openTime", value);
    return this;
  }

  /**
   * Keeps a source that was switched off so until {@link Sources#reset()}; time does not end it.
   *
   * @return this builder
   */
  public SourcesBuilder<S> untilReset() {
    openTime = null;
    return this;
  }

  /**
   * The failures that end the search at once and do not count against the source: it did answer,
   * and others would say the same. For example "not found". The caller gets the failure as it is.
   *
   * @param types the types, subclasses included; added to those named before
   * @return this builder
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public final SourcesBuilder<S> fatal(Class<? extends Throwable>... types) {
    fatal = fatal.withTypes("fatal", types);
    return this;
  }

  /**
   * A condition for failures that end the search at once, in addition to {@link #fatal}.
   *
   * @param predicate the condition, asked once or twice for each failure; when it throws, that is
   *     reported and the failure is not fatal
   * @return this builder
   */
  public SourcesBuilder<S> fatalIf(Predicate<? super Throwable> predicate) {
    fatal = fatal.withPredicate("fatalIf", predicate);
    return this;
  }

  /**
   * Sources that must not be used, for example because their address is not {@code https}. Asked
   * once for each source when the policy is built; each source for which it holds is taken out with
   * one {@link io.firmitas.event.SourceSkipped} event, which is a log warning when nobody receives
   * it. Replaces an earlier condition.
   *
   * @param predicate the condition; when it throws, that is reported and the source is taken out
   * @return this builder
   */
  public SourcesBuilder<S> skip(Predicate<? super S> predicate) {
    skip = Arguments.notNull("skip", predicate);
    return this;
  }

  /**
   * Retries the calls to each source; the source has failed when the retry gives up. The source's
   * circuit breaker is outside the retry: it counts the whole as one failure. Default: no retry.
   *
   * @param value the retry
   * @return this builder
   */
  public SourcesBuilder<S> retry(Retry value) {
    retry = Arguments.notNull("retry", value);
    return this;
  }

  /**
   * Calls for which the condition holds try each source once, without the {@link #retry} and so
   * without a delay: the fastest possible answer, for less resilience. The circuit breakers stay. A
   * retry that is composed inside obeys with {@code skipWhen(Sources::isColdStart)}; one that is
   * composed outside is not affected, give it the same condition.
   *
   * @param condition the condition, asked once per call; when it throws, that is reported and the
   *     call is made as usual
   * @return this builder
   */
  public SourcesBuilder<S> coldStart(Predicate<? super Context> condition) {
    coldStart = Arguments.notNull("coldStart", condition);
    return this;
  }

  /**
   * Receives every failure of a source that counts.
   *
   * @param consumer the listener
   * @return this builder
   */
  public SourcesBuilder<S> onSourceFailed(Consumer<? super SourceFailed> consumer) {
    return onEvent(SourceFailed.class, consumer);
  }

  /**
   * Is told each time a source is switched off.
   *
   * @param consumer the listener
   * @return this builder
   */
  public SourcesBuilder<S> onSwitchedOff(Consumer<? super SourceSwitchedOff> consumer) {
    return onEvent(SourceSwitchedOff.class, consumer);
  }

  /**
   * Checks all settings and takes a copy of them.
   *
   * @return the configuration
   * @throws IllegalArgumentException when there is no source, or two have the same name
   */
  public SourcesConfig<S> config() {
    if (sources.isEmpty()) {
      throw new IllegalArgumentException(
          "sources must name at least one source but is empty; add(name, value) one");
    }
    Set<String> names = new HashSet<>();
    for (Source<S> source : sources) {
      if (!names.add(source.name())) {
        throw new IllegalArgumentException(
            "source names must be unique but \""
                + source.name()
                + "\" was added more than once; give each source a name of its own");
      }
    }
    return new SourcesConfig<>(copy(), common());
  }

  /**
   * Builds the policy with the installed provider.
   *
   * @return a new policy
   * @throws IllegalArgumentException when there is no source, or two have the same name
   */
  public Sources<S> build() {
    return PolicyProvider.installed().create(config());
  }

  /** For the configuration, which keeps a copy of its own. */
  SourcesBuilder<S> mutableCopy() {
    return copy();
  }
}

package io.firmitas.fallback;

import io.firmitas.CommonSettings;
import io.firmitas.PolicyConfig;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The checked settings of a fallback. Immutable and thread-safe; see {@link FallbackBuilder} for
 * what each means.
 *
 * @param <T> what the guarded calls return
 */
public final class FallbackConfig<T extends @Nullable Object> implements PolicyConfig<Fallback<T>> {
  private final FallbackBuilder<T> settings;
  private final CommonSettings common;

  /** Takes a private copy of a builder whose settings have been checked. */
  FallbackConfig(FallbackBuilder<T> settings, CommonSettings common) {
    this.settings = settings;
    this.common = common;
  }

  @Override
  public CommonSettings common() {
    return common;
  }

  /**
   * The handlers of failures.
   *
   * @return the handlers, the first that fits answers
   */
  public List<FallbackHandler<Throwable, T>> failureHandlers() {
    return settings.failureHandlers;
  }

  /**
   * The handlers of results.
   *
   * @return the handlers, the first that fits answers
   */
  public List<FallbackHandler<T, T>> resultHandlers() {
    return settings.resultHandlers;
  }

  /**
   * How results are remembered to answer exceptions with.
   *
   * @return the settings, or empty when nothing is remembered
   */
  public Optional<LastKnownGood> lastKnownGood() {
    return Optional.ofNullable(settings.lastKnownGood);
  }

  /**
   * Whether a failure is one that a remembered result may answer.
   *
   * @param failure the failure, unwrapped
   * @return true for exceptions other than interrupts and cancellations
   */
  public static boolean isAnsweredByRemembered(Throwable failure) {
    return FallbackHandler.typeCondition(Exception.class).holds(failure);
  }

  /**
   * A builder with these settings.
   *
   * @return a new builder
   */
  public FallbackBuilder<T> toBuilder() {
    return settings.mutableCopy();
  }
}

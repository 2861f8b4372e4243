package io.firmitas.sources;

import io.firmitas.CallRejectedException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * No source answered. Carries the failure of each source in the order in which they are tried; a
 * source that was not called contributes its rejection: {@code CircuitOpenException} when it is
 * switched off, {@link SourceDisabledException} when it is not in use.
 *
 * <p>The cause is the failure of the last source that was called, or the last rejection when none
 * was; the others are suppressed exceptions, so that a stack trace shows all. The message names the
 * sources and their failures. It has no stack trace of its own by default.
 *
 * <p>A {@code Retry} further outside retries it like any exception.
 */
public final class AllSourcesFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The name of the sources policy. */
  private final String policyName;

  /** The failures by name of the source. */
  private final LinkedHashMap<String, Throwable> failures;

  /**
   * Makes the exception; for providers.
   *
   * @param policyName the name of the sources policy
   * @param failures the failure of each source, in the order of trying; not empty
   * @param stackTrace whether to record the stack trace
   */
  public AllSourcesFailedException(
      String policyName, Map<String, ? extends Throwable> failures, boolean stackTrace) {
    super(null, lastOf(failures), true, stackTrace);
    this.policyName = policyName;
    this.failures = new LinkedHashMap<>(failures);
    for (Throwable failure : failures.values()) {
      if (failure != getCause()) {
        addSuppressed(failure);
      }
    }
  }

  private static @Nullable Throwable lastOf(Map<String, ? extends Throwable> failures) {
    Throwable lastRejection = null;
    Throwable lastFailure = null;
    for (Throwable failure : failures.values()) {
      lastRejection = failure;
      lastFailure = failure instanceof CallRejectedException ? lastFailure : failure;
    }
    return lastFailure == null ? lastRejection : lastFailure;
  }

  /**
   * The name of the sources policy.
   *
   * @return the name
   */
  public String policyName() {
    return policyName;
  }

  /**
   * The failure of each source.
   *
   * @return the failures by name of the source, in the order of trying; unmodifiable
   */
  public Map<String, Throwable> failures() {
    return Collections.unmodifiableMap(failures);
  }

  /**
   * Whether no source was called because all are switched off or not in use; the call was refused
   * at once.
   *
   * @return true when every failure is a rejection
   */
  public boolean noneAvailable() {
    return failures.values().stream().allMatch(CallRejectedException.class::isInstance);
  }

  /**
   * How long until a source that is switched off may be tried again.
   *
   * @return the shortest time of all sources; zero when not known
   */
  public Duration retryAfter() {
    return failures.values().stream()
        .filter(CallRejectedException.class::isInstance)
        .map(failure -> ((CallRejectedException) failure).retryAfter())
        .filter(time -> !time.isZero())
        .min(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  @Override
  public String getMessage() {
    StringBuilder message = new StringBuilder("All sources failed: ").append(policyName);
    String separator = " (";
    for (Map.Entry<String, Throwable> entry : failures.entrySet()) {
      message.append(separator).append(entry.getKey()).append(": ").append(entry.getValue());
      separator = "; ";
    }
    return message.append(')').toString();
  }
}

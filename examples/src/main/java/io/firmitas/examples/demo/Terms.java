package io.firmitas.examples.demo;

import io.firmitas.PolicyConfig;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.cdi.PolicyReport;
import io.firmitas.retry.RetryConfig;
import io.firmitas.timeout.TimeoutConfig;
import java.time.Duration;

/**
 * What the policies of a source promise, with the settings that are in effect. All expectations of
 * the demo come from here, so other settings make another story but no false alarm.
 *
 * @param maxAttempts how often a call is tried
 * @param maxDelay the longest delay between two attempts
 * @param failureThreshold how many failures in a row open the breaker
 * @param openTime how long it stays open
 * @param timeout how long an attempt may take
 */
record Terms(
    int maxAttempts, Duration maxDelay, int failureThreshold, Duration openTime, Duration timeout) {
  private static final Duration FOR_EVER = Duration.ofDays(1);

  /** No policy at all. */
  static final Terms NONE = new Terms(1, Duration.ZERO, Integer.MAX_VALUE, Duration.ZERO, FOR_EVER);

  /** Reads the report of the container. What is switched off promises nothing. */
  static Terms of(PolicyReport.Name name) {
    Terms terms = NONE;
    for (PolicyReport.Part part : name.policies()) {
      if (part.enabled()) {
        terms = terms.with(part);
      }
    }
    return terms;
  }

  private Terms with(PolicyReport.Part part) {
    return switch (part.kind()) {
      case "retry" ->
          new Terms(
              number(part, "max-attempts"),
              duration(part, "max-delay"),
              failureThreshold,
              openTime,
              timeout);
      case "circuit-breaker" ->
          new Terms(
              maxAttempts,
              maxDelay,
              number(part, "failure-threshold"),
              duration(part, "open-time"),
              timeout);
      case "timeout" ->
          new Terms(maxAttempts, maxDelay, failureThreshold, openTime, duration(part, "value"));
      default -> this;
    };
  }

  private static int number(PolicyReport.Part part, String setting) {
    String text = part.value(setting).orElseThrow();
    return text.equals("unlimited") ? Integer.MAX_VALUE : Integer.parseInt(text);
  }

  private static Duration duration(PolicyReport.Part part, String setting) {
    String text = part.value(setting).orElseThrow();
    return text.endsWith("ms")
        ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
        : Duration.parse("PT" + text);
  }

  Terms with(PolicyConfig<?> config) {
    if (config instanceof RetryConfig retry) {
      return new Terms(retry.maxAttempts(), retry.maxDelay(), failureThreshold, openTime, timeout);
    }
    if (config instanceof CircuitBreakerConfig breaker) {
      return new Terms(
          maxAttempts, maxDelay, breaker.failureThreshold(), breaker.openTime(), timeout);
    }
    if (config instanceof TimeoutConfig limit) {
      return new Terms(maxAttempts, maxDelay, failureThreshold, openTime, limit.length());
    }
    return this;
  }

  /** Whether there is a policy of each kind. */
  boolean complete() {
    return !maxDelay.isZero() && !openTime.isZero() && !timeout.equals(FOR_EVER);
  }

  /** Whether a call whose first attempts fail still gets a fresh page. */
  boolean survives(int failures) {
    return failures < maxAttempts && failures < failureThreshold;
  }

  /** How many attempts such a call makes at the origin. */
  int attempts(int failures) {
    int wanted = Math.min(maxAttempts, failures + 1);
    return failures >= failureThreshold ? Math.min(wanted, failureThreshold) : wanted;
  }

  String describe() {
    return maxAttempts
        + " attempts, "
        + Text.of(timeout)
        + " each; breaker opens after "
        + failureThreshold
        + " failures for "
        + Text.of(openTime);
  }
}

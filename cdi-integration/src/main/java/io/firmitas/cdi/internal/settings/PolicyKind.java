package io.firmitas.cdi.internal.settings;

import io.firmitas.cdi.CircuitBreaker;
import io.firmitas.cdi.Fallback;
import io.firmitas.cdi.FromSources;
import io.firmitas.cdi.Retry;
import io.firmitas.cdi.Timeout;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The kinds of policies that annotations put on methods, in the default nesting: the first is the
 * outermost.
 */
public enum PolicyKind {
  FALLBACK("fallback", Fallback.class, FallbackSettings.ALL),
  RETRY("retry", Retry.class, RetrySettings.ALL),
  CIRCUIT_BREAKER("circuit-breaker", CircuitBreaker.class, BreakerSettings.ALL),
  SOURCES("sources", FromSources.class, SourcesSettings.ALL),
  TIMEOUT("timeout", Timeout.class, TimeoutSettings.ALL);

  private final String key;
  private final Class<? extends Annotation> annotation;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.copyOf
  private final List<Setting<?>> settings;

  PolicyKind(String key, Class<? extends Annotation> annotation, List<Setting<?>> settings) {
    this.key = key;
    this.annotation = annotation;
    List<Setting<?>> all = new ArrayList<>(List.of(Setting.ENABLED));
    all.addAll(settings);
    this.settings = List.copyOf(all);
  }

  /** The kind in configuration keys. */
  public String key() {
    return key;
  }

  public Class<? extends Annotation> annotation() {
    return annotation;
  }

  /** The annotation as it is written, for messages. */
  public String annotationName() {
    return "@" + annotation.getSimpleName();
  }

  public List<Setting<?>> settings() {
    return settings;
  }

  /**
   * Whether places with the same name share one policy; a fallback answers for its own method only.
   */
  public boolean isShared() {
    return this != FALLBACK;
  }

  /** Whether keys about a name alone can make the policy, as a part of what the name means. */
  public boolean isPartOfNames() {
    return this != FALLBACK && this != SOURCES;
  }

  /** The kind with a name in configuration keys. */
  public static Optional<PolicyKind> withKey(String key) {
    for (PolicyKind kind : values()) {
      if (kind.key.equals(key)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}

package io.firmitas.examples.demo;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.backoff.Backoff;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.PolicyListener;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The catalog with policies composed in code. */
final class ComposedCatalog implements Catalog {
  private static final ContextKey<String> PATH = ContextKey.named("path");

  private final CdnClient cdn;
  private final PageCache cache;
  private final PolicyListener listener;
  private final Map<Source, Policy<Page>> policies = new EnumMap<>(Source.class);
  private final Map<Source, Terms> terms = new EnumMap<>(Source.class);

  ComposedCatalog(CdnClient cdn, PageCache cache, PolicyListener listener) {
    this.cdn = cdn;
    this.cache = cache;
    this.listener = listener;
    for (Source source : Source.values()) {
      policies.put(source, policy(source));
    }
  }

  private Policy<Page> policy(Source source) {
    String name = source.text();
    Fallback<Page> fallback =
        Fallback.<Page>builder()
            .name(name)
            .listener(listener)
            .mapFailure(NotFoundException.class, notFound -> notFound)
            .on(
                Exception.class,
                (failure, context) -> cache.copyOf(context.get(PATH).orElseThrow()))
            .build();
    Retry retry =
        Retry.builder(name)
            .maxAttempts(3)
            .backoff(Backoff.exponential(Duration.ofMillis(100)))
            .maxDelay(Duration.ofSeconds(2))
            .delayFor(new RetryAfter())
            .abortOn(NotFoundException.class)
            .listener(listener)
            .build();
    CircuitBreaker breaker =
        CircuitBreaker.builder(name)
            .failureThreshold(5)
            .openTime(Duration.ofSeconds(2))
            .skipOn(NotFoundException.class)
            .listener(listener)
            .build();
    Timeout timeout = Timeout.builder(Duration.ofMillis(500)).name(name).listener(listener).build();
    terms.put(
        source, Terms.NONE.with(retry.config()).with(breaker.config()).with(timeout.config()));
    return Policies.wrap(fallback, retry, breaker, timeout);
  }

  @Override
  public Terms terms(Source source) {
    return Objects.requireNonNull(terms.get(source), source.text());
  }

  String describe(Source source) {
    return of(source).describe();
  }

  @Override
  public Page page(Source source, String path) throws Exception {
    Policy<Page> policy = of(source);
    Context context = Context.root().with(PATH, path);
    if (source == Source.SOUTH) {
      return PolicyRuntime.system()
          .await(policy.executeAsync(attempt -> cdn.getAsync(path), context));
    }
    return policy.execute(attempt -> cdn.get(path), context);
  }

  private Policy<Page> of(Source source) {
    return Objects.requireNonNull(policies.get(source), source.text());
  }
}

package io.firmitas.examples.demo;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.backoff.Backoff;
import io.firmitas.breaker.CircuitBreaker;
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
  private final Map<Source, Policy<Page>> policies = new EnumMap<>(Source.class);

  ComposedCatalog(CdnClient cdn, PageCache cache) {
    this.cdn = cdn;
    this.cache = cache;
    for (Source source : Source.values()) {
      policies.put(source, policy(source.text()));
    }
  }

  private Policy<Page> policy(String name) {
    Fallback<Page> fallback =
        Fallback.<Page>builder()
            .name(name)
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
            .delayFor(ServerErrorException::retryAfter)
            .abortOn(NotFoundException.class)
            .build();
    CircuitBreaker breaker =
        CircuitBreaker.builder(name)
            .failureThreshold(5)
            .openTime(Duration.ofSeconds(2))
            .skipOn(NotFoundException.class)
            .build();
    Timeout timeout = Timeout.builder(Duration.ofMillis(500)).name(name).build();
    return Policies.wrap(fallback, retry, breaker, timeout);
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

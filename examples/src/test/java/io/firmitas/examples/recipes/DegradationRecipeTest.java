package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryExhaustedException;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: graceful degradation")
@ExtendWith(FirmitasExtension.class)
class DegradationRecipeTest {
  private static final IOException DOWN = new IOException("down");
  private final Map<String, String> cache = new ConcurrentHashMap<>();

  private Policy<String> pages(CircuitBreaker breaker) {
    // snippet: recipe-cache-only
    Fallback<String> cacheOnly =
        Fallback.<String>builder()
            .on(
                CircuitOpenException.class,
                open -> {
                  String copy = cache.get("front");
                  if (copy == null) {
                    throw new IllegalStateException("nothing cached", open);
                  }
                  return copy;
                })
            .build();
    Policy<String> pages = Policies.wrap(cacheOnly, breaker);
    // end
    return pages;
  }

  @Test
  @DisplayName("T186 C53: open: only the cache is asked; with nothing cached the cause is told")
  void cacheOnly(VirtualRuntime runtime) throws Exception {
    CircuitBreaker breaker = CircuitBreaker.builder().failureThreshold(1).runtime(runtime).build();
    var service = new ScriptedCall<String>().fail(DOWN);
    Policy<String> pages = pages(breaker);
    assertThatThrownBy(() -> pages.call(service)).isSameAs(DOWN);

    assertThatThrownBy(() -> pages.call(service))
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(CircuitOpenException.class);
    cache.put("front", "copy");
    assertThat(pages.call(service)).isEqualTo("copy");
    assertThat(service.count()).isEqualTo(1);
  }

  @Test
  @DisplayName("Z92: given up: a default; open: the cache")
  void twoAnswers(VirtualRuntime runtime) throws Exception {
    cache.put("front", "copy");
    Retry retry = Retry.builder().maxAttempts(2).wrapExhausted().runtime(runtime).build();
    CircuitBreaker breaker = CircuitBreaker.builder().failureThreshold(2).runtime(runtime).build();
    // snippet: recipe-degrade
    Policy<String> recommendations =
        Policies.wrap(
            Fallback.<String>builder()
                .on(CircuitOpenException.class, open -> cache.get("front"))
                .on(RetryExhaustedException.class, exhausted -> "default")
                .build(),
            retry,
            breaker);
    // end
    var service = new ScriptedCall<String>().fail(DOWN);

    assertThat(recommendations.call(service)).isEqualTo("default");
    assertThat(recommendations.call(service)).isEqualTo("copy");
    assertThat(service.count()).isEqualTo(2);
  }
}

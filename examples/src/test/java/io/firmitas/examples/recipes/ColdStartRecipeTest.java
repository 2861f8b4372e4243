package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: cold start")
@ExtendWith(FirmitasExtension.class)
class ColdStartRecipeTest {
  private static final IOException DOWN = new IOException("down");

  @Test
  @DisplayName("G78 C42: the first request waits for nothing; the breaker sees it all the same")
  void firstRequest(VirtualRuntime runtime) throws Exception {
    ConcurrentMap<String, String> cache = new ConcurrentHashMap<>();
    CircuitBreaker breaker = CircuitBreaker.builder().runtime(runtime).build();
    // snippet: recipe-cold
    Retry retry =
        Retry.builder()
            .skipWhen(context -> cache.isEmpty()) // one attempt, without delay
            .runtime(runtime)
            .build();
    Policy<String> pages = Policies.wrap(retry, breaker);
    // end
    var service = new ScriptedCall<String>().fail(DOWN).succeed("page").fail(2, DOWN).succeed("x");

    assertThatThrownBy(() -> pages.call(service)).isSameAs(DOWN);
    assertThat(service.count()).isEqualTo(1);
    assertThat(runtime.sleeps()).isEmpty();
    assertThat(breaker.failures()).isEqualTo(1);

    cache.put("front", pages.call(service));
    assertThat(pages.call(service)).isEqualTo("x");
    assertThat(runtime.sleeps()).hasSize(2);
  }
}

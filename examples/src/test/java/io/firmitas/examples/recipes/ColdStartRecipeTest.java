package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.CircuitState;
import io.firmitas.retry.Retry;
import io.firmitas.sources.Sources;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
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

  @Test
  @DisplayName("C42: cold by page: no retries, but the second source, and the breakers stay")
  void coldByPage(VirtualRuntime runtime) throws Exception {
    ConcurrentMap<String, String> cache = new ConcurrentHashMap<>();
    var near = new ScriptedCall<String>().fail(DOWN);
    var far = new ScriptedCall<String>().succeed("page");
    // snippet: recipe-cold-sources
    ContextKey<String> page = ContextKey.named("page");
    Sources<Callable<String>> sources =
        Sources.<Callable<String>>builder("cdn")
            .add("near", near)
            .add("far", far)
            .retry(Retry.builder().runtime(runtime).build())
            .coldStart(context -> !cache.containsKey(context.get(page).orElseThrow()))
            .runtime(runtime)
            .build();
    // end

    for (String name : List.of("front", "sports", "weather", "markets")) {
      Context context = Context.root().with(page, name);
      cache.put(name, (String) sources.execute(inner -> sources.current(inner).call(), context));
    }
    assertThat(near.count()).as("once for each cold page until it is off").isEqualTo(3);
    assertThat(sources.status().get(0).state()).isEqualTo(CircuitState.OPEN);
    assertThat(runtime.sleeps()).isEmpty();

    sources.reset();
    sources.execute(inner -> sources.current(inner).call(), Context.root().with(page, "front"));
    assertThat(near.count()).as("a page that is known is worth its retries").isEqualTo(3 + 3);
  }
}

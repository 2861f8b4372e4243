package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryException;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("The guide of the fallback")
@ExtendWith(FirmitasExtension.class)
class FallbackGuideTest {
  private static final IOException DOWN = new IOException("down");

  private final Map<String, Page> cache = Map.of("front", new Page("cached"));

  @Test
  @DisplayName("a value, or a function of the failure")
  void basic() throws Exception {
    // snippet: fallback-basic
    Fallback<Page> empty = Fallback.of(new Page(""));
    Fallback<Page> cached = Fallback.from(failure -> cache.get("front"));
    // end
    var call = new ScriptedCall<Page>().fail(DOWN);

    assertThat(empty.<Page>call(call)).isEqualTo(new Page(""));
    assertThat(cached.<Page>call(call)).isEqualTo(new Page("cached"));
  }

  @Test
  @DisplayName("fallbacks around each other: the next best answer when there is nothing cached")
  void chain() throws Exception {
    // snippet: fallback-chain
    Fallback<Page> cached =
        Fallback.from(failure -> Objects.requireNonNull(cache.get("sports"), "nothing cached"));
    Policy<Page> pages = Policies.wrap(Fallback.of(new Page("sorry")), cached);
    // end

    assertThat(pages.<Page>call(new ScriptedCall<Page>().fail(DOWN))).isEqualTo(new Page("sorry"));
  }

  @Test
  @DisplayName("graceful degradation: another answer for each kind of failure (T18, Z92)")
  void degradation(VirtualRuntime runtime) throws Exception {
    CircuitBreaker breaker = CircuitBreaker.builder().failureThreshold(3).runtime(runtime).build();
    Retry retry = Retry.builder().maxAttempts(2).wrapExhausted().runtime(runtime).build();
    // snippet: fallback-degrade
    Fallback<List<String>> fallback =
        Fallback.<List<String>>builder()
            .on(CircuitOpenException.class, open -> List.of("cached"))
            .on(RetryException.class, gaveUp -> List.of("default"))
            .build();
    Policy<List<String>> recommendations = Policies.wrap(fallback, retry, breaker);
    // end
    var call = new ScriptedCall<List<String>>().fail(DOWN);

    assertThat(recommendations.<List<String>>call(call)).containsExactly("default");
    assertThat(recommendations.<List<String>>call(call)).containsExactly("cached");
    assertThat(recommendations.<List<String>>call(call)).containsExactly("cached");
    assertThat(call.count()).isEqualTo(3);
  }

  @Test
  @DisplayName("an answer that depends on the call looks into its context")
  void context() throws Exception {
    // snippet: fallback-context
    ContextKey<String> path = ContextKey.named("path");
    Fallback<Page> cached =
        Fallback.<Page>builder()
            .on(IOException.class, (failure, context) -> cache.get(context.get(path).orElseThrow()))
            .build();
    Page page = cached.execute(context -> fetch(), Context.root().with(path, "front"));
    // end

    assertThat(page).isEqualTo(new Page("cached"));
  }

  private static Page fetch() throws IOException {
    throw DOWN;
  }

  @Test
  @DisplayName("unwanted results are replaced, failures are translated")
  void resultsAndTranslation() throws Exception {
    // snippet: fallback-result
    Fallback<Page> tidy =
        Fallback.<Page>builder()
            .mapFailure(
                FileNotFoundException.class, missing -> new IllegalArgumentException(missing))
            .onResult(page -> page.text().isEmpty(), page -> cache.get("front"))
            .build();
    // end

    assertThat(tidy.<Page>call(() -> new Page(""))).isEqualTo(new Page("cached"));
    assertThatThrownBy(() -> tidy.call(new ScriptedCall<Page>().fail(new FileNotFoundException())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("the last good answer, as long as it is not too old")
  void lastKnownGood(VirtualRuntime runtime) throws Exception {
    // snippet: fallback-last-known-good
    Fallback<Page> stale = Fallback.<Page>builder().lastKnownGood(Duration.ofMinutes(10)).build();
    // end
    Fallback<Page> virtual = stale.config().toBuilder().runtime(runtime).build();
    var call = new ScriptedCall<Page>().succeed(new Page("good")).fail(DOWN);

    assertThat(virtual.<Page>call(call)).isEqualTo(new Page("good"));
    assertThat(virtual.<Page>call(call)).isEqualTo(new Page("good"));
    runtime.advance(Duration.ofMinutes(11));
    assertThatThrownBy(() -> virtual.call(call)).isSameAs(DOWN);
  }
}

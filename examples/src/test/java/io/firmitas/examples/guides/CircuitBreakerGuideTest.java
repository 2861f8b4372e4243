package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.breaker.Window;
import io.firmitas.event.CircuitState;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("The guide of the circuit breaker")
@ExtendWith(FirmitasExtension.class)
class CircuitBreakerGuideTest {
  private static final IOException DOWN = new IOException("down");

  private final Map<String, Page> cache = Map.of("front", new Page("cached"));
  private ScriptedCall<Page> http = new ScriptedCall<Page>().fail(DOWN);

  @Test
  @DisplayName("basic use: a lambda, and a cached page when it is open (T150, Z32)")
  void basicUse() throws Exception {
    // snippet: breaker-basic
    CircuitBreaker cdn =
        CircuitBreaker.builder("cdn").failureThreshold(3).openTime(Duration.ofSeconds(30)).build();
    // end
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> cdn.call(http)).isSameAs(DOWN);
    }
    Page page = fetch(cdn);

    assertThat(page).isEqualTo(new Page("cached"));
    assertThat(http.count()).isEqualTo(3);
  }

  private Page fetch(CircuitBreaker cdn) throws Exception {
    // snippet: breaker-call
    Page page;
    try {
      page = cdn.call(() -> get("front", Duration.ofMinutes(1)));
    } catch (CircuitOpenException open) {
      page = cache.get("front"); // open.retryAfter(), open.failures()
    }
    return page;
    // end
  }

  private Page get(String path, Duration timeout) throws Exception {
    assertThat(path).isEqualTo("front");
    assertThat(timeout).isPositive();
    return http.call();
  }

  @Test
  @DisplayName("method references are calls")
  void methodReference() throws Exception {
    http = new ScriptedCall<Page>().succeed(new Page("fresh"));
    CircuitBreaker cdn = CircuitBreaker.ofDefaults();

    Page page = cdn.call(this::frontPage);

    assertThat(page.text()).isEqualTo("fresh");
  }

  private Page frontPage() throws Exception {
    return http.call();
  }

  @Test
  @DisplayName("monitoring: one consistent record")
  void monitoring() throws Exception {
    CircuitBreaker cdn = openBreaker();
    // snippet: breaker-snapshot
    var now = cdn.snapshot();
    String line =
        "%s %s %d/%d, last failure %s, next probe in %s"
            .formatted(
                now.name(),
                now.state(),
                now.failures(),
                now.threshold(),
                now.lastFailureTime().map(Object::toString).orElse("none"),
                now.remainingOpenTime());
    // end

    assertThat(line).startsWith("cdn OPEN 3/3, last failure 20").contains("next probe in PT");
  }

  private CircuitBreaker openBreaker() {
    CircuitBreaker cdn = CircuitBreaker.builder("cdn").failureThreshold(3).build();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> cdn.call(http)).isSameAs(DOWN);
    }
    return cdn;
  }

  @Test
  @DisplayName("each service has a breaker of its own (T97, T102)")
  void perService() {
    // snippet: breaker-per-service
    var payment =
        CircuitBreaker.builder("payment")
            .failureThreshold(2)
            .openTime(Duration.ofMinutes(2))
            .build();
    var cdn =
        CircuitBreaker.builder("cdn").failureThreshold(5).openTime(Duration.ofSeconds(30)).build();
    var partner =
        CircuitBreaker.builder("partner")
            .failureThreshold(10)
            .openTime(Duration.ofMinutes(1))
            .build();
    var database = CircuitBreaker.builder("database").openTime(Duration.ofMinutes(3)).build();
    // end

    for (int failures = 1; failures <= 5; failures++) {
      for (CircuitBreaker each : List.of(payment, cdn, partner, database)) {
        if (each.wouldPermit()) {
          assertThatThrownBy(() -> each.call(http)).isSameAs(DOWN);
        }
      }
      assertThat(payment.state() == CircuitState.OPEN).isEqualTo(failures >= 2);
      assertThat(cdn.state() == CircuitState.OPEN).isEqualTo(failures >= 5);
    }
    assertThat(partner.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(database.remainingOpenTime()).isGreaterThan(Duration.ofMinutes(2));
  }

  @Test
  @DisplayName("asking for the state consumes nothing (T133)")
  void conditional() {
    CircuitBreaker cdn = openBreaker();

    assertThat(load(cdn)).isEqualTo(new Page("cached"));
    assertThat(timeout(cdn)).isEqualTo(Duration.ofSeconds(30));
    cdn.forceHalfOpen();
    assertThat(timeout(cdn)).isEqualTo(Duration.ofSeconds(2));
    assertThat(cdn.wouldPermit()).isTrue();
    assertThat(cdn.wouldPermit()).isTrue();
  }

  private Page load(CircuitBreaker cdn) {
    // snippet: breaker-ask
    if (!cdn.wouldPermit()) {
      return cache.get("front");
    }
    // end
    return new Page("called");
  }

  private static Duration timeout(CircuitBreaker cdn) {
    return cdn.state() == CircuitState.HALF_OPEN ? Duration.ofSeconds(2) : Duration.ofSeconds(30);
  }

  @Test
  @DisplayName("a call that cannot be put into a lambda asks for a permit")
  void manualPermit() throws Exception {
    CircuitBreaker cdn = CircuitBreaker.builder("cdn").failureThreshold(1).build();

    http = new ScriptedCall<Page>().succeed(new Page("fresh"));
    assertThat(guarded(cdn)).isEqualTo(new Page("fresh"));
    http = new ScriptedCall<Page>().fail(new IllegalStateException("not the service's fault"));
    assertThatThrownBy(() -> guarded(cdn)).isInstanceOf(IllegalStateException.class);
    assertThat(cdn.failures()).isZero();
    http = new ScriptedCall<Page>().fail(DOWN);
    assertThatThrownBy(() -> guarded(cdn)).isSameAs(DOWN);
    assertThatThrownBy(() -> guarded(cdn))
        .isInstanceOf(CircuitOpenException.class)
        .hasMessageStartingWith("Circuit breaker is open");
    assertThat(cdn.tryAcquire()).isEmpty();
  }

  private Page guarded(CircuitBreaker cdn) throws Exception {
    // snippet: breaker-permit
    try (Permit permit = cdn.acquire()) { // CircuitOpenException when it is open
      try {
        Page page = http.call();
        permit.success();
        return page;
      } catch (IOException failure) {
        permit.failure(failure);
        throw failure;
      }
    } // closed without a verdict, it is neutral
    // end
  }

  @Test
  @DisplayName("a whole life: opens, refuses, probes, closes (T17)")
  void life(VirtualRuntime runtime) throws Exception {
    // snippet: breaker-life
    CircuitBreaker cdn =
        CircuitBreaker.builder("cdn")
            .failureThreshold(2)
            .openTime(Duration.ofMinutes(1))
            .runtime(runtime)
            .build();
    var call = new ScriptedCall<String>().fail(2, new IOException("down")).succeed("up");
    assertThatThrownBy(() -> cdn.call(call)).hasMessage("down");
    assertThatThrownBy(() -> cdn.call(call)).hasMessage("down");

    assertThat(cdn.state()).isEqualTo(CircuitState.OPEN);
    assertThatThrownBy(() -> cdn.call(call)).isInstanceOf(CircuitOpenException.class);

    runtime.advance(Duration.ofMinutes(1));
    assertThat(cdn.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(cdn.<String>call(call)).isEqualTo("up");
    assertThat(cdn.state()).isEqualTo(CircuitState.CLOSED);
    // end
  }

  @Test
  @DisplayName("a share of the last calls instead of failures in a row")
  void window() {
    // snippet: breaker-window
    CircuitBreaker search =
        CircuitBreaker.builder("search")
            .window(Window.ofCalls(100))
            .failureRate(0.5)
            .minimumCalls(20)
            .build();
    // end

    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(() -> search.call(http)).isSameAs(DOWN);
    }
    assertThat(search.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  @DisplayName("hooks are told of failures and changes of state (T112)")
  void hooks() {
    List<String> log = new ArrayList<>();
    // snippet: breaker-hooks
    CircuitBreaker cdn =
        CircuitBreaker.builder("cdn")
            .failureThreshold(10)
            .onFailure(
                failed -> {
                  if (failed.failures() > 0.8 * failed.threshold()) {
                    log.add(
                        "approaching threshold " + failed.failures() + "/" + failed.threshold());
                  }
                })
            .onOpen(opened -> log.add("opened, next probe in " + opened.openTime()))
            .onClose(closed -> log.add("closed"))
            .build();
    // end

    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> cdn.call(http)).isSameAs(DOWN);
    }
    assertThat(log)
        .startsWith("approaching threshold 9/10")
        .contains("opened, next probe in PT1M")
        .hasSize(3);
  }

  @Test
  @DisplayName(
      "gate once: the loop of attempts runs to its end, the next call is refused (Z85, Z86)")
  void gateOnce(VirtualRuntime runtime) {
    CircuitBreaker breaker = CircuitBreaker.builder().failureThreshold(5).runtime(runtime).build();
    Retry retry = Retry.builder().maxAttempts(100).delay(Duration.ZERO).runtime(runtime).build();
    // snippet: breaker-gate
    Policy<Object> once = Policies.wrap(breaker.gate(), retry, breaker.recorder());
    // end

    assertThatThrownBy(() -> once.call(http)).isSameAs(DOWN);
    assertThat(http.count()).isEqualTo(100);
    assertThatThrownBy(() -> once.call(http)).isInstanceOf(CircuitOpenException.class);
    assertThat(http.count()).isEqualTo(100);
  }
}

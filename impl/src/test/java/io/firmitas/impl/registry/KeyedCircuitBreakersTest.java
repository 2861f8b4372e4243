package io.firmitas.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitState;
import io.firmitas.registry.KeyedCircuitBreakers;
import io.firmitas.registry.KeyedCircuitBreakersBuilder;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeyedCircuitBreakersTest {
  private final VirtualRuntime time = new VirtualRuntime();
  private final IOException down = new IOException("down");
  private final List<String> made = new ArrayList<>();

  private KeyedCircuitBreakersBuilder<String> hosts() {
    return KeyedCircuitBreakers.<String>builder()
        .name("host")
        .runtime(time)
        .settings(
            (key, breaker) -> {
              made.add(key);
              breaker.failureThreshold(2);
            });
  }

  private void use(KeyedCircuitBreakers<String> breakers, String... keys) throws Exception {
    for (String key : keys) {
      time.advance(Duration.ofNanos(1));
      breakers.get(key).call(() -> "ok");
    }
  }

  private void fail(CircuitBreaker breaker, int times) {
    for (int call = 0; call < times; call++) {
      assertThatThrownBy(() -> breaker.call(new ScriptedCall<>().fail(down))).isSameAs(down);
    }
  }

  @Test
  @DisplayName("KY-01: one breaker per key: the outage of one host leaves the others alone")
  void oneBreakerPerKey() throws Exception {
    KeyedCircuitBreakers<String> breakers = hosts().build();
    fail(breakers.get("a"), 2);

    assertThatThrownBy(() -> breakers.get("a").call(() -> "x"))
        .isInstanceOf(CircuitOpenException.class)
        .hasMessageContaining("host/a");
    assertThat(breakers.get("b").<String>call(() -> "x")).isEqualTo("x");
    assertThat(breakers.snapshots()).containsOnlyKeys("a", "b");
    assertThat(breakers.snapshots().get("a").state()).isEqualTo(CircuitState.OPEN);
    assertThat(made).containsExactly("a", "b");
  }

  @Test
  @DisplayName("KY-02: above the maximum the least recently used breaker is forgotten")
  void forgetsTheLeastRecentlyUsed() throws Exception {
    KeyedCircuitBreakers<String> breakers = hosts().maxKeys(3).build();
    use(breakers, "a", "b", "c", "a", "d");
    assertThat(breakers.snapshots()).containsOnlyKeys("a", "c", "d");

    use(breakers, "c", "a", "e");
    assertThat(breakers.snapshots()).containsOnlyKeys("a", "c", "e");
    assertThat(breakers.size()).isEqualTo(3);
  }

  @Test
  @DisplayName("KY-02: a use long ago does not protect; the order is exact over many uses")
  void exactOrder() throws Exception {
    KeyedCircuitBreakers<String> breakers = hosts().maxKeys(20).build();
    List<String> order = new ArrayList<>();
    for (int step = 0; step < 600; step++) {
      String key = "k" + (step * 7919L * step % 31);
      use(breakers, key);
      order.remove(key);
      order.add(key);
      if (order.size() > 20) {
        order.remove(0);
      }
      assertThat(breakers.snapshots().keySet()).containsExactlyInAnyOrderElementsOf(order);
    }
  }

  @Test
  @DisplayName("KY-03: an open breaker is never forgotten; the maximum may be exceeded for it")
  void keepsOpenBreakers() throws Exception {
    KeyedCircuitBreakers<String> breakers = hosts().maxKeys(2).build();
    fail(breakers.get("broken"), 2);
    fail(breakers.get("broken too"), 2);
    use(breakers, "a", "b");

    assertThat(breakers.snapshots()).containsOnlyKeys("broken", "broken too", "b");
    time.advance(Duration.ofSeconds(60));
    assertThat(breakers.get("broken").state()).isEqualTo(CircuitState.HALF_OPEN);
    use(breakers, "c");
    assertThat(breakers.snapshots()).containsKeys("broken", "broken too");

    use(breakers, "broken", "broken too", "d", "e");
    assertThat(breakers.snapshots()).containsOnlyKeys("d", "e");
  }

  @Test
  @DisplayName("KY-03: a breaker disabled by hand is never forgotten, nor one forced open")
  void keepsWhatWasOrdered() throws Exception {
    KeyedCircuitBreakers<String> breakers = hosts().maxKeys(1).build();
    breakers.get("off").disable();
    breakers.get("shut").forceOpen();
    use(breakers, "a", "b");

    assertThat(breakers.snapshots()).containsKeys("off", "shut");
    breakers.resetAll();
    use(breakers, "c", "d");
    assertThat(breakers.size()).isEqualTo(1);
  }

  @Test
  @DisplayName("KY-04: a breaker in use is never forgotten: synchronous call")
  void keepsBreakersInUse() throws Exception {
    KeyedCircuitBreakers<String> breakers = hosts().maxKeys(1).build();
    assertThatThrownBy(
            () ->
                breakers
                    .get("used")
                    .call(
                        () -> {
                          use(breakers, "a", "b", "c");
                          throw down;
                        }))
        .isSameAs(down);
    assertThat(breakers.get("used").failures()).isEqualTo(1);
  }

  @Test
  @DisplayName("KY-04: a breaker in use is never forgotten: asynchronous call, permit, gate")
  void keepsBreakersInAsynchronousUse() throws Exception {
    KeyedCircuitBreakers<String> breakers = hosts().maxKeys(1).build();
    AsyncGate<String> gate = new AsyncGate<>();
    CompletableFuture<String> call = breakers.get("async").callAsync(gate.call());
    CompletableFuture<String> gated =
        Policies.<String>wrap(breakers.get("gate").gate(), breakers.get("gate").recorder())
            .callAsync(gate.call());
    Permit permit = breakers.get("permit").acquire();
    use(breakers, "a", "b");
    assertThat(breakers.snapshots()).containsKeys("async", "gate", "permit");

    gate.fail(down);
    permit.failure(down);
    permit.close();

    assertThat(call).isCompletedExceptionally();
    assertThat(gated).isCompletedExceptionally();
    assertThat(breakers.get("async").failures()).isEqualTo(1);
    assertThat(breakers.get("gate").failures()).isEqualTo(1);
    assertThat(breakers.get("permit").failures()).isEqualTo(1);
    use(breakers, "a", "b", "c", "d");
    assertThat(breakers.snapshots()).containsOnlyKeys("d");
  }

  @Test
  @DisplayName("KY-04: a rejected call and a refused permit do not count as uses for ever")
  void rejectionsEndTheirUse() throws Exception {
    KeyedCircuitBreakers<String> breakers = hosts().maxKeys(1).build();
    fail(breakers.get("a"), 2);
    assertThat(breakers.get("a").tryAcquire()).isEmpty();
    assertThatThrownBy(() -> breakers.get("a").acquire()).isInstanceOf(CircuitOpenException.class);
    assertThat(breakers.get("a").callAsync(() -> CompletableFuture.completedFuture("x")))
        .isCompletedExceptionally();
    breakers.get("a").reset();
    use(breakers, "b", "c");

    assertThat(breakers.snapshots()).containsOnlyKeys("c");
  }

  @Test
  @DisplayName(
      "KY-05: a breaker that is not used is forgotten after the idle time, one that is, not")
  void forgetsIdleBreakers() throws Exception {
    KeyedCircuitBreakers<String> breakers = hosts().idleTime(Duration.ofMinutes(10)).build();
    use(breakers, "idle", "busy");
    fail(breakers.get("open"), 2);
    time.advance(Duration.ofMinutes(9));
    use(breakers, "busy");
    assertThat(breakers.size()).isEqualTo(3);
    time.advance(Duration.ofMinutes(1));
    use(breakers, "busy");

    assertThat(breakers.snapshots()).containsOnlyKeys("busy", "open");
  }

  @Test
  @DisplayName("KY-05: idle times are measured from the end of a use; the clock may wrap around")
  void idleFromTheEndOfTheUse() throws Exception {
    VirtualRuntime late = new VirtualRuntime().startAt(Long.MAX_VALUE - 1_000);
    KeyedCircuitBreakers<String> breakers =
        KeyedCircuitBreakers.<String>builder()
            .runtime(late)
            .idleTime(Duration.ofMinutes(10))
            .build();
    breakers
        .get("long")
        .call(
            () -> {
              late.advance(Duration.ofMinutes(30));
              return "ok";
            });
    late.advance(Duration.ofMinutes(9));
    breakers.get("other").call(() -> "ok");
    assertThat(breakers.size()).isEqualTo(2);

    late.advance(Duration.ofMinutes(20));
    breakers.get("other").call(() -> "ok");
    late.advance(Duration.ofMinutes(9));
    breakers.get("other").call(() -> "ok");
    assertThat(breakers.snapshots()).containsOnlyKeys("other");
  }

  @Test
  @DisplayName("KY-06: a handle outlives its breaker: the next call makes a new one")
  void handleOutlivesItsBreaker() throws Exception {
    KeyedCircuitBreakers<String> breakers = hosts().maxKeys(1).build();
    CircuitBreaker kept = breakers.get("a");
    fail(kept, 1);
    use(breakers, "b");
    assertThat(breakers.snapshots()).containsOnlyKeys("b");

    assertThat(kept.failures()).isZero();
    assertThat(made).containsExactly("a", "b", "a");
  }

  @Test
  @DisplayName("KY-07: composes: the key is taken from the context of each call")
  void composesByContext() throws Exception {
    ContextKey<String> host = ContextKey.named("host");
    KeyedCircuitBreakers<String> breakers = hosts().build();
    Policy<Object> byHost = breakers.by(context -> context.get(host).orElseThrow());
    Policy<String> policy = Policies.wrap(byHost);
    Context a = Context.root().with(host, "a");

    assertThat(policy.execute(context -> "x", a)).isEqualTo("x");
    assertThat(policy.executeAsync(context -> CompletableFuture.completedFuture("y"), a).get())
        .isEqualTo("y");
    assertThat(breakers.snapshots()).containsOnlyKeys("a");
    assertThatThrownBy(() -> policy.call(() -> "no key"))
        .isInstanceOf(java.util.NoSuchElementException.class);
    assertThat(policy.callAsync(() -> CompletableFuture.completedFuture("no key")))
        .isCompletedExceptionally();
    assertThat(byHost.describe()).isEqualTo("circuit-breaker(host/*)");
  }

  @Test
  @DisplayName("KY-07: settings that are bad are told to the caller, and nothing is kept")
  void badSettings() {
    KeyedCircuitBreakers<String> breakers =
        KeyedCircuitBreakers.<String>builder()
            .runtime(time)
            .settings(breaker -> breaker.minimumCalls(1))
            .build();

    assertThatThrownBy(() -> breakers.get("a").call(() -> "x"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(breakers.get("a").callAsync(() -> CompletableFuture.completedFuture("x")))
        .isCompletedExceptionally();
    assertThat(breakers.size()).isZero();
    assertThatThrownBy(() -> hosts().maxKeys(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> hosts().idleTime(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("KY-08: many threads and few places: no failure is lost while a call is on its way")
  void loseNothingUnderContention() throws Exception {
    int threads = 4;
    int rounds = 3_000;
    AtomicInteger lost = new AtomicInteger();
    KeyedCircuitBreakers<Integer> breakers =
        KeyedCircuitBreakers.<Integer>builder()
            .runtime(time)
            .maxKeys(3)
            .settings(breaker -> breaker.failureThreshold(1_000_000))
            .build();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> tasks = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        tasks.add(
            pool.submit(
                () -> {
                  for (int round = 0; round < rounds; round++) {
                    int key = ThreadLocalRandom.current().nextInt(12);
                    CircuitBreaker breaker = breakers.get(key);
                    Permit inUse = breaker.acquire();
                    try {
                      breaker.recordFailure(new IOException("counted"));
                      if (breaker.failures() < 1) {
                        lost.incrementAndGet();
                      }
                    } finally {
                      inUse.close();
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> task : tasks) {
        task.get();
      }
    } finally {
      pool.shutdownNow();
    }

    assertThat(lost).hasValue(0);
    breakers.get(99).call(() -> "last");
    breakers.get(99).call(() -> "last");
    assertThat(breakers.size()).isLessThanOrEqualTo(3 + threads);
  }
}

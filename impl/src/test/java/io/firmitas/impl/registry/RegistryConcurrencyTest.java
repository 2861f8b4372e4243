package io.firmitas.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.registry.PolicyRegistry;
import io.firmitas.testkit.VirtualRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RegistryConcurrencyTest {
  @Test
  @SuppressWarnings("ThreadPriorityCheck") // yielding only makes the race likely
  @DisplayName("RG-12: after configure and reset no handle is left with older settings")
  void neverKeepsAnOlderConfiguration() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 300; round++) {
        PolicyRegistry registry = PolicyRegistry.create(new VirtualRuntime());
        AtomicInteger threshold = new AtomicInteger(1);
        registry.configureCircuitBreakers(
            breaker -> {
              int read = threshold.get();
              Thread.yield();
              breaker.failureThreshold(read);
            });
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> tasks = new ArrayList<>();
        for (int task = 0; task < 4; task++) {
          tasks.add(
              pool.submit(
                  () -> {
                    start.await();
                    CircuitBreaker breaker = registry.circuitBreaker("name");
                    int mine = threshold.incrementAndGet();
                    registry.reset("name");
                    assertThat(breaker.config().failureThreshold()).isGreaterThanOrEqualTo(mine);
                    return null;
                  }));
        }
        start.countDown();
        for (Future<?> task : tasks) {
          task.get();
        }
        assertThat(registry.circuitBreaker("name").config().failureThreshold()).isEqualTo(5);
      }
    } finally {
      pool.shutdownNow();
    }
  }
}

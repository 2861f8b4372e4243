package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.testkit.VirtualRuntime;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the seeds' users change when they have trouble: for all methods, or for one. */
class SeedTroublesTest {
  private static final String LOAD = "firmitas.\"" + Shop.class.getName() + "/load\".retry.";

  @Singleton
  static class Shop {
    private int calls;

    /** A method, since a field of what a container hands out need not be the bean's. */
    public int calls() {
      return calls;
    }

    public void forget() {
      calls = 0;
    }

    @CircuitBreaker(failureThreshold = 2)
    public void pay() {
      fail();
    }

    @CircuitBreaker
    public void browse() {
      fail();
    }

    @Retry
    public void load() {
      fail();
    }

    @Retry
    public void save() {
      fail();
    }

    @Retry(multiplier = 1)
    public void poll() {
      fail();
    }

    private void fail() {
      calls++;
      throw new IllegalStateException("down");
    }
  }

  private static TestContainer.Builder shop() {
    return TestContainer.with()
        .beans(Shop.class, VirtualTime.class)
        .key("firmitas.defaults.retry.jitter", "none");
  }

  private static int callsUntilOpen(TestContainer container, ThrowingCallable method) {
    Shop shop = container.get(Shop.class);
    shop.forget();
    for (int call = 0; call < 20; call++) {
      assertThatThrownBy(method)
          .isInstanceOfAny(IllegalStateException.class, CircuitOpenException.class);
    }
    return shop.calls();
  }

  @Test
  @DisplayName("CDI-41, T10: ten failures for all methods by configuration, two for one by code")
  void thresholds() {
    try (TestContainer container =
        shop().key("firmitas.defaults.circuit-breaker.failure-threshold", "10").start()) {
      Shop shop = container.get(Shop.class);
      assertThat(callsUntilOpen(container, shop::pay)).isEqualTo(2);
      assertThat(callsUntilOpen(container, shop::browse)).isEqualTo(10);
    }
  }

  private static List<Duration> delays(TestContainer container, ThrowingCallable method) {
    VirtualRuntime time = (VirtualRuntime) container.get(PolicyRuntime.class);
    time.clearFacts();
    assertThatThrownBy(method).isInstanceOf(IllegalStateException.class);
    return time.sleeps();
  }

  @Test
  @DisplayName("CDI-41, T197: too many retries: two attempts for one method, the other keeps three")
  void fewerAttempts() {
    try (TestContainer container = shop().key(LOAD + "max-attempts", "2").start()) {
      Shop shop = container.get(Shop.class);
      assertThat(delays(container, shop::load)).hasSize(1);
      assertThat(shop.calls()).isEqualTo(2);
      assertThat(delays(container, shop::save)).hasSize(2);
      assertThat(shop.calls()).isEqualTo(2 + 3);
    }
  }

  @Test
  @DisplayName("CDI-41, T198: slow retries: a lower factor for all methods, or for one of them")
  void lowerFactor() {
    Duration second = Duration.ofSeconds(1);
    try (TestContainer container =
        shop()
            .key("firmitas.defaults.retry.multiplier", "1.5")
            .key(LOAD + "multiplier", "1.25")
            .start()) {
      Shop shop = container.get(Shop.class);
      assertThat(delays(container, shop::save)).containsExactly(second, Duration.ofMillis(1500));
      assertThat(delays(container, shop::load)).containsExactly(second, Duration.ofMillis(1250));
      assertThat(delays(container, shop::poll)).as("by code").containsExactly(second, second);
    }
  }
}

package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.cdi.Fallback;
import io.firmitas.cdi.Guarded;
import io.firmitas.cdi.PolicyName;
import io.firmitas.cdi.extension.PolicyExtension;
import io.firmitas.retry.Retry;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The guide to annotated beans")
class CdiGuideTest {
  private final ConfigProviderResolver resolver = ConfigProviderResolver.instance();
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
  private Config config = new SmallRyeConfigBuilder().build();

  private WeldContainer start(Map<String, String> keys, Class<?>... beans) {
    config =
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(keys, "guide", 100))
            .build();
    resolver.registerConfig(config, loader);
    return new Weld()
        .disableDiscovery()
        .addExtension(new PolicyExtension())
        .beanClasses(beans)
        .initialize();
  }

  @AfterEach
  void release() {
    resolver.releaseConfig(config);
  }

  // snippet: cdi-named
  @ApplicationScoped
  static class Stock {
    @Guarded("inventory")
    @Fallback(value = "0")
    public int count(String article) throws IOException {
      throw new IOException("no answer about " + article);
    }
  }

  @ApplicationScoped
  static class Orders {
    @Inject
    @PolicyName("inventory")
    Policy<String> policy;

    public String reserve(String article) throws Exception {
      return policy.call(() -> "reserved " + article);
    }
  }

  // end

  @Test
  @DisplayName("a method and an injection point share the policy of a name")
  void named() throws Exception {
    try (WeldContainer container =
        start(
            Map.of("firmitas.inventory.circuit-breaker.failure-threshold", "1"),
            Stock.class,
            Orders.class)) {
      Orders orders = container.select(Orders.class).get();
      assertThat(orders.reserve("screws")).isEqualTo("reserved screws");
      assertThat(container.select(Stock.class).get().count("screws")).isZero();
      assertThatThrownBy(() -> orders.reserve("screws")).hasMessageContaining("inventory");
    }
  }

  // snippet: cdi-produced
  @ApplicationScoped
  static class StockPolicies {
    @Produces
    @PolicyName("inventory")
    Policy<Integer> inventory(
        @PolicyName("inventory") Retry retry, @PolicyName("inventory") CircuitBreaker breaker) {
      return Policies.wrap(breaker, retry);
    }
  }

  // end

  @Test
  @DisplayName("a producer composes the parts of a name")
  void produced() throws Exception {
    try (WeldContainer container =
        start(
            Map.of(
                "firmitas.inventory.circuit-breaker.failure-threshold", "1",
                "firmitas.inventory.retry.max-attempts", "3",
                "firmitas.inventory.retry.delay", "1ms"),
            Stock.class,
            StockPolicies.class)) {
      assertThat(container.select(Stock.class).get().count("screws")).isZero();
    }
  }
}

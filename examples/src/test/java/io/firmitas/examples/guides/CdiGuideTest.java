package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.cdi.CircuitBreakers;
import io.firmitas.cdi.DeploymentProblem;
import io.firmitas.cdi.Fallback;
import io.firmitas.cdi.Guarded;
import io.firmitas.cdi.PolicyName;
import io.firmitas.cdi.PolicyReport;
import io.firmitas.cdi.extension.PolicyExtension;
import io.firmitas.cdi.testing.DeploymentChecks;
import io.firmitas.cdi.testing.RuntimeOfTest;
import io.firmitas.event.AttemptStarted;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.PolicyListener;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.VirtualRuntime;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
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

  // snippet: cdi-code
  static class Busy implements Predicate<Throwable> {
    @Override
    public boolean test(Throwable failure) {
      return String.valueOf(failure.getMessage()).contains("busy");
    }
  }

  @ApplicationScoped
  static class Printer {
    private int calls;

    @io.firmitas.cdi.Retry(maxAttempts = 4, delay = "10ms", retryIf = Busy.class)
    public String print(String text) {
      calls++;
      throw new IllegalStateException("the printer is " + (calls < 3 ? "busy" : "on fire"));
    }

    int calls() {
      return calls;
    }
  }

  // end

  @Test
  @DisplayName("a condition decides what is retried")
  void code() {
    try (WeldContainer container = start(Map.of(), Printer.class)) {
      Printer printer = container.select(Printer.class).get();
      assertThatThrownBy(() -> printer.print("text")).hasMessageContaining("on fire");
      assertThat(printer.calls()).isEqualTo(3);
    }
  }

  // snippet: cdi-operate
  @ApplicationScoped
  static class Operations {
    @Inject CircuitBreakers breakers;
    @Inject PolicyReport report;

    String health() {
      StringBuilder text = new StringBuilder();
      breakers
          .snapshots()
          .forEach((name, now) -> text.append(name).append(' ').append(now.state()).append('\n'));
      return text.toString();
    }

    void shutOff(String name) {
      breakers.get(name).forceOpen();
    }

    void repaired(String name) {
      breakers.get(name).reset();
    }

    String configuration() {
      return report.toString();
    }
  }

  // end

  // snippet: cdi-listener
  @ApplicationScoped
  static class Attempts implements PolicyListener {
    private final LongAdder count = new LongAdder();

    @Override
    public void onEvent(PolicyEvent event) {
      if (event instanceof AttemptStarted) {
        count.increment();
      }
    }

    long count() {
      return count.sum();
    }
  }

  // end

  // snippet: cdi-observer
  @ApplicationScoped
  static class Alarm {
    private final List<String> calls = new CopyOnWriteArrayList<>();

    void inventory(@Observes @PolicyName("inventory") CircuitStateChanged change) {
      calls.add("inventory is " + change.to());
    }

    List<String> calls() {
      return calls;
    }
  }

  // end

  @Test
  @DisplayName("breakers are looked at and controlled, events listened to and observed")
  void operate() {
    try (WeldContainer container =
        start(
            Map.of(
                "firmitas.inventory.circuit-breaker.failure-threshold", "1",
                "firmitas.inventory.retry.max-attempts", "1"),
            Stock.class,
            Operations.class,
            Attempts.class,
            Alarm.class)) {
      Operations operations = container.select(Operations.class).get();
      Stock stock = container.select(Stock.class).get();
      assertThat(operations.health()).isEqualTo("inventory CLOSED\n");
      assertThat(count(stock)).isZero();
      assertThat(operations.health()).isEqualTo("inventory OPEN\n");
      operations.repaired("inventory");
      operations.shutOff("inventory");
      assertThat(operations.health()).isEqualTo("inventory OPEN\n");
      assertThat(operations.configuration()).contains("failure-threshold = 1");
      assertThat(container.select(Attempts.class).get().count()).isEqualTo(1);
      assertThat(container.select(Alarm.class).get().calls())
          .containsExactly("inventory is OPEN", "inventory is CLOSED", "inventory is OPEN");
    }
  }

  private static int count(Stock stock) {
    try {
      return stock.count("screws");
    } catch (IOException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @ApplicationScoped
  static class Mistaken {
    @Guarded("inventry")
    public void call() {}
  }

  // snippet: cdi-testing
  @Test
  void guardedAndInVirtualTime() {
    VirtualRuntime runtime = new VirtualRuntime();
    try (WeldContainer container = start(runtime, Printer.class)) {
      Printer printer = container.select(Printer.class).get();
      PolicyReport report = container.select(PolicyReport.class).get();

      assertThat(DeploymentChecks.isGuarded(report, printer, "print")).isTrue();
      assertThatThrownBy(() -> printer.print("text")).hasMessageContaining("on fire");
      assertThat(runtime.nanoTime()).isPositive();
    }
  }

  @Test
  void aNameThatMeansNothingDoesNotDeploy() {
    List<DeploymentProblem> problems =
        DeploymentChecks.assertDeploymentFails(() -> start(new VirtualRuntime(), Mistaken.class));

    assertThat(problems).singleElement().asString().contains("no policy is named \"inventry\"");
  }

  private static WeldContainer start(PolicyRuntime runtime, Class<?>... beans) {
    return new Weld()
        .disableDiscovery()
        .addExtension(new PolicyExtension())
        .addExtension(new RuntimeOfTest(runtime))
        .beanClasses(beans)
        .initialize();
  }

  // end
}

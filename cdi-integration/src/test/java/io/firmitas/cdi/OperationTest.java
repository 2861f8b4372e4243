package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitBreakerMode;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.AttemptStarted;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.PolicyListener;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OperationTest {
  @ApplicationScoped
  static class Service {
    @CircuitBreaker(failureThreshold = 1)
    public String unnamed() {
      throw new IllegalStateException("down");
    }

    @Retry(maxAttempts = 2, delay = "0s")
    @CircuitBreaker(name = "shared", failureThreshold = 2)
    public String shared() {
      throw new IllegalStateException("down");
    }

    @CircuitBreaker(name = "shared")
    public String sharedToo() {
      return "up";
    }

    @Guarded("by-key")
    public String byKey() {
      throw new IllegalStateException("down");
    }
  }

  @ApplicationScoped
  static class Operator {
    @Inject CircuitBreakers breakers;
    @Inject PolicyReport report;

    CircuitBreakers breakers() {
      return breakers;
    }

    PolicyReport report() {
      return report;
    }
  }

  private static final String UNNAMED = Service.class.getName() + "/unnamed";

  private static TestContainer.Builder builder() {
    return TestContainer.with()
        .beans(Service.class, Operator.class, VirtualTime.class)
        .key("firmitas.by-key.circuit-breaker.failure-threshold", "1");
  }

  @Test
  @DisplayName("CDI-70: all breakers can be listed, looked at, forced open, disabled and reset")
  void breakers() {
    try (TestContainer container = builder().start()) {
      Service service = container.get(Service.class);
      CircuitBreakers breakers = container.get(Operator.class).breakers();
      assertThat(breakers.names()).containsExactly("by-key", UNNAMED, "shared");
      assertThatThrownBy(service::unnamed).hasMessage("down");
      assertThat(breakers.snapshots().get(UNNAMED).state()).isEqualTo(CircuitState.OPEN);
      assertThatThrownBy(service::unnamed).isInstanceOf(CircuitOpenException.class);

      breakers.get(UNNAMED).reset();
      assertThatThrownBy(service::unnamed).hasMessage("down");

      breakers.get("shared").forceOpen();
      assertThatThrownBy(service::sharedToo).isInstanceOf(CircuitOpenException.class);
      breakers.get("shared").disable();
      assertThat(service.sharedToo()).isEqualTo("up");
      assertThat(breakers.get("shared").snapshot().mode()).isEqualTo(CircuitBreakerMode.DISABLED);

      assertThatThrownBy(service::byKey).hasMessage("down");
      breakers.resetAll();
      assertThat(breakers.snapshots().values())
          .allMatch(snapshot -> snapshot.state() == CircuitState.CLOSED);
      assertThat(breakers.find("sharde")).isEmpty();
      assertThatThrownBy(() -> breakers.get("sharde"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("did you mean \"shared\"?");
    }
  }

  @Test
  @DisplayName(
      "CDI-71: the report has every policy of every method with its values and their origins")
  void report() {
    try (TestContainer container =
        builder().key("firmitas.defaults.circuit-breaker.open-time", "90s").start()) {
      PolicyReport report = container.get(Operator.class).report();
      PolicyReport.Method method =
          report.methods().stream()
              .filter(each -> each.method().equals(Service.class.getName() + "/shared()"))
              .findFirst()
              .orElseThrow();
      assertThat(method.policies())
          .extracting(PolicyReport.Part::kind)
          .containsExactly("retry", "circuit-breaker");
      assertThat(method.policies().get(0).values())
          .contains(
              new PolicyReport.Value(
                  "max-attempts",
                  "2",
                  "@Retry(maxAttempts = 2) of method " + Service.class.getName() + "/shared"),
              new PolicyReport.Value("max-delay", "60s", "built in"));
      assertThat(method.policies().get(1).values())
          .contains(
              new PolicyReport.Value(
                  "open-time",
                  "90s",
                  "firmitas.defaults.circuit-breaker.open-time = \"90s\""
                      + " (source PropertiesConfigSource[source=test.properties], ordinal 100)"));
    }
  }

  @Test
  @DisplayName("CDI-71: the report has every name with its policies and the places that share it")
  void names() {
    try (TestContainer container = builder().start()) {
      PolicyReport report = container.get(Operator.class).report();
      assertThat(report.names())
          .extracting(PolicyReport.Name::name)
          .containsExactly("by-key", "shared");
      assertThat(report.names().get(1).places())
          .hasSize(2)
          .anyMatch(place -> place.contains("/shared()"))
          .anyMatch(place -> place.contains("/sharedToo()"));
      PolicyReport.Name byKey = report.names().get(0);
      assertThat(byKey.places())
          .containsExactly("@Guarded on " + Service.class.getName() + "/byKey()");
      assertThat(byKey.policies().get(0).values())
          .anyMatch(
              value ->
                  value.setting().equals("failure-threshold")
                      && value.value().equals("1")
                      && value.origin().startsWith("firmitas.by-key.circuit-breaker"));
      assertThat(report.toString())
          .contains("guarded \"by-key\"", "failure-threshold = 1  <- firmitas.by-key");
    }
  }

  @Test
  @DisplayName("CDI-71: firmitas.report=debug logs the report, summary one line, off nothing")
  void reportInTheLog() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      builder().key("firmitas.report", "debug").start().close();
      assertThat(log.texts("INFO"))
          .hasSize(2)
          .anyMatch(text -> text.contains("failure-threshold = 1  <- firmitas.by-key"));
    }
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      builder().start().close();
      assertThat(log.texts("INFO"))
          .containsExactly(
              "Firmitas guards beans with 1 retry, 3 circuit-breaker, 1 guarded by name");
    }
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      builder().key("firmitas.report", "off").start().close();
      assertThat(log.texts("INFO")).isEmpty();
    }
    assertThat(builder().key("firmitas.report", "loud").problems())
        .singleElement()
        .asString()
        .contains("firmitas.report = \"loud\" (source", "write off, summary or debug");
  }

  @Test
  @DisplayName("CDI-72: breaker changes are logged as INFO, failed attempts as DEBUG")
  void log() {
    try (TestContainer container = builder().start();
        LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      assertThatThrownBy(container.get(Service.class)::shared).hasMessage("down");
      assertThat(log.texts("INFO"))
          .containsExactly("shared: circuit breaker CLOSED -> OPEN for PT1M after 2 failures");
      assertThat(log.texts("FINE"))
          .containsExactly(
              Service.class.getName()
                  + "/shared: attempt 1 failed, next in PT0S,"
                  + " java.lang.IllegalStateException: down",
              Service.class.getName() + "/shared: no more attempts after 2, ATTEMPTS_EXHAUSTED");
    }
  }

  @Singleton
  static class Observer {
    final List<String> seen = new CopyOnWriteArrayList<>();

    void any(@Observes CircuitStateChanged change) {
      seen.add(change.policy() + " " + change.to());
    }

    void shared(@Observes @PolicyName("shared") CircuitStateChanged change) {
      seen.add("shared only " + change.to());
    }
  }

  @Singleton
  static class BrokenObserver {
    void any(@Observes CircuitStateChanged change) {
      throw new IllegalArgumentException("observer");
    }
  }

  @Test
  @DisplayName("CDI-73: changes of breakers are CDI events, with the name as qualifier")
  void observers() {
    try (TestContainer container = builder().beans(Observer.class).start()) {
      Service service = container.get(Service.class);
      assertThatThrownBy(service::shared).hasMessage("down");
      assertThatThrownBy(service::byKey).hasMessage("down");
      assertThat(container.get(Observer.class).seen)
          .containsExactlyInAnyOrder("shared OPEN", "shared only OPEN", "by-key OPEN");
    }
  }

  @Test
  @DisplayName("CDI-73: an observer that throws breaks nothing")
  void brokenObserver() {
    try (LogRecorder quiet = LogRecorder.of("io.firmitas");
        TestContainer container = builder().beans(BrokenObserver.class).start()) {
      Service service = container.get(Service.class);
      assertThatThrownBy(service::byKey).hasMessage("down");
      assertThatThrownBy(service::byKey).isInstanceOf(CircuitOpenException.class);
      assertThat(quiet.texts("WARNING")).anyMatch(text -> text.contains("by-key: listener threw"));
    }
  }

  @ApplicationScoped
  static class Recorder implements PolicyListener {
    private final List<PolicyEvent> events = new CopyOnWriteArrayList<>();

    @Override
    public void onEvent(PolicyEvent event) {
      events.add(event);
    }

    List<PolicyEvent> events() {
      return events;
    }
  }

  @Dependent
  static class BrokenListener implements PolicyListener {
    @Override
    public void onEvent(PolicyEvent event) {
      throw new IllegalArgumentException("listener");
    }
  }

  @Test
  @DisplayName(
      "CDI-74: beans of type PolicyListener get all events of guarded calls; one that throws"
          + " disturbs nobody")
  void listeners() {
    try (LogRecorder quiet = LogRecorder.of("io.firmitas");
        TestContainer container = builder().beans(Recorder.class, BrokenListener.class).start()) {
      assertThatThrownBy(container.get(Service.class)::shared).hasMessage("down");
      List<PolicyEvent> events = container.get(Recorder.class).events();
      assertThat(events).filteredOn(AttemptStarted.class::isInstance).hasSize(2);
      assertThat(events)
          .anyMatch(
              event ->
                  event instanceof CircuitStateChanged change && change.policy().equals("shared"));
      assertThat(quiet.texts("WARNING")).isEmpty();
    }
  }

  @ApplicationScoped
  static class Booking {
    @Transactional
    @Retry
    public void book() {}

    @Transactional
    @Guarded("by-key")
    public void byName() {}

    @Transactional
    @Timeout("1s")
    public void noRetry() {}
  }

  @ApplicationScoped
  @Transactional
  static class BookingByClass {
    @Retry
    public void book() {}
  }

  @Test
  @DisplayName("CDI-75: retrying inside one transaction is warned about, with the key to change")
  void transactions() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      builder()
          .beans(Booking.class, BookingByClass.class)
          .key("firmitas.by-key.retry.max-attempts", "2")
          .key("firmitas.interceptor-priority", "250")
          .start()
          .close();
      assertThat(log.texts("WARNING"))
          .hasSize(3)
          .allMatch(text -> text.contains("all attempts in one transaction"))
          .allMatch(text -> text.contains("firmitas.interceptor-priority = \"250\" (source"))
          .noneMatch(text -> text.contains("noRetry"));
    }
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      builder().beans(Booking.class, BookingByClass.class).start().close();
      assertThat(log.texts("WARNING")).as("outside by default").isEmpty();
    }
  }
}

package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InterceptionFactory;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Beans that a producer or an extension makes. */
@ParameterizedClass
@MethodSource("io.firmitas.cdi.TestContainer$Setup#possible")
class ProducedBeansTest {
  @Parameter TestContainer.Setup setup;

  private TestContainer containerOf(Class<?>... beans) {
    return TestContainer.with().setup(setup).beans(beans).start();
  }

  /** Made by a producer, guarded through an interception factory. */
  static class Produced {
    final AtomicInteger calls = new AtomicInteger();

    @Retry(delay = "0s", maxAttempts = 4)
    public void call() {
      calls.incrementAndGet();
      throw new IllegalStateException();
    }

    public int calls() {
      return calls.get();
    }
  }

  @ApplicationScoped
  static class Producer {
    @Produces
    @Singleton
    Produced produced(InterceptionFactory<Produced> factory) {
      return factory.createInterceptedInstance(new Produced());
    }
  }

  @Test
  @DisplayName("CDI-25: what a producer makes is guarded through an InterceptionFactory")
  void producer() {
    try (TestContainer container = containerOf(Producer.class)) {
      Produced produced = container.get(Produced.class);
      assertThatThrownBy(produced::call).isInstanceOf(IllegalStateException.class);
      assertThat(produced.calls()).isEqualTo(4);
    }
  }

  static class ProducedWrong {
    @Retry(delay = "soon")
    public void call() {}
  }

  @Singleton
  static class ProducerOfBoth extends Producer {
    @Produces
    @Singleton
    ProducedWrong wrong(InterceptionFactory<ProducedWrong> factory) {
      return factory.createInterceptedInstance(new ProducedWrong());
    }

    @Produces
    @Singleton
    @Override
    Produced produced(InterceptionFactory<Produced> factory) {
      return super.produced(factory);
    }
  }

  @Test
  @DisplayName(
      "CDI-25: a mistake in a class that only a producer makes fails the calls of that class, and"
          + " of no other")
  void wrongProduced() {
    try (TestContainer container = TestContainer.of(ProducerOfBoth.class)) {
      ProducedWrong wrong = container.get(ProducedWrong.class);
      for (int call = 1; call <= 2; call++) {
        assertThatThrownBy(wrong::call)
            .isInstanceOf(PolicyDeploymentException.class)
            .hasMessageContaining("soon");
      }
      Produced produced = container.get(Produced.class);
      assertThatThrownBy(produced::call).isInstanceOf(IllegalStateException.class);
      assertThat(produced.calls()).isEqualTo(4);
    }
  }

  /** Given out as it is, as in most applications. */
  @ApplicationScoped
  static class PlainProducer {
    @Produces
    @Singleton
    Produced produced() {
      return new Produced();
    }
  }

  @Test
  @DisplayName(
      "CDI-27: what a producer makes without an InterceptionFactory is guarded only by"
          + " OpenWebBeans; a warning names the fix")
  void plainProducer() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi");
        TestContainer container = containerOf(PlainProducer.class)) {
      Produced produced = container.get(Produced.class);
      assertThatThrownBy(produced::call).isInstanceOf(IllegalStateException.class);
      assertThat(produced.calls()).isEqualTo(TestContainer.isOpenWebBeans() ? 4 : 1);
      assertThat(log.text())
          .contains("the policies of io.firmitas.cdi.ProducedBeansTest$Produced: have no effect on")
          .contains("take an InterceptionFactory<Produced>");
    }
  }

  @Test
  @DisplayName("CDI-27: a producer with an InterceptionFactory is not warned about")
  void noWarning() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      containerOf(Producer.class).close();
      assertThat(log.text()).isEmpty();
    }
  }

  /** Adds a bean by hand. */
  static class Synthesizer implements Extension {
    void add(@Observes AfterBeanDiscovery event) {
      event
          .addBean()
          .beanClass(Synthesizer.class)
          .addTypes(Produced.class, Object.class)
          .scope(Singleton.class)
          .produceWith(instance -> new Produced());
    }
  }

  @Test
  @DisplayName("CDI-27: a synthetic bean is not guarded; it is warned about")
  void synthetic() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi");
        TestContainer container =
            TestContainer.with().setup(setup).extension(new Synthesizer()).start()) {
      Produced produced = container.get(Produced.class);
      assertThatThrownBy(produced::call).isInstanceOf(IllegalStateException.class);
      assertThat(produced.calls()).isEqualTo(1);
      assertThat(log.text()).contains("have no effect on what");
    }
  }
}

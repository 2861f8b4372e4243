package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Default methods of interfaces, which a bean class inherits. */
@ParameterizedClass
@MethodSource("io.firmitas.cdi.TestContainer$Setup#possible")
class DefaultMethodsTest {
  @Parameter TestContainer.Setup setup;

  /** What the next class inherits. */
  interface WithDefault {
    AtomicInteger CALLS = new AtomicInteger();

    default void inherited() {
      CALLS.incrementAndGet();
      throw new IllegalStateException();
    }
  }

  @Singleton
  @Retry(delay = "0s")
  static class Inheriting implements WithDefault {
    public void own() {}
  }

  @Test
  @DisplayName(
      "CDI-24, CDI-28: a default method is guarded by the annotation of the bean class; on"
          + " OpenWebBeans it is not, and is warned about")
  void defaultMethod() {
    WithDefault.CALLS.set(0);
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi");
        TestContainer container =
            TestContainer.with().setup(setup).beans(Inheriting.class).start()) {
      Inheriting bean = container.get(Inheriting.class);
      assertThatThrownBy(bean::inherited).isInstanceOf(IllegalStateException.class);
      assertThat(WithDefault.CALLS).hasValue(TestContainer.isOpenWebBeans() ? 1 : 3);
      assertThat(log.text().contains("WithDefault/inherited: OpenWebBeans does not intercept"))
          .isEqualTo(TestContainer.isOpenWebBeans());
    }
  }

  @Singleton
  @Guarded("inheriting")
  static class InheritingByName implements WithDefault {
    public void own() {}
  }

  @Test
  @DisplayName("CDI-28: under @Guarded on the class it is the same")
  void defaultMethodByName() {
    WithDefault.CALLS.set(0);
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi");
        TestContainer container =
            TestContainer.with()
                .setup(setup)
                .key("firmitas.inheriting.retry.delay", "0s")
                .beans(InheritingByName.class)
                .start()) {
      InheritingByName bean = container.get(InheritingByName.class);
      assertThatThrownBy(bean::inherited).isInstanceOf(IllegalStateException.class);
      assertThat(WithDefault.CALLS).hasValue(TestContainer.isOpenWebBeans() ? 1 : 3);
      assertThat(log.text().contains("WithDefault/inherited: OpenWebBeans does not intercept"))
          .isEqualTo(TestContainer.isOpenWebBeans());
    }
  }
}

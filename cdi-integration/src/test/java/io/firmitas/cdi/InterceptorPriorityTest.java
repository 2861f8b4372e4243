package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.firmitas.cdi.TestContainer$Setup#withExtension")
class InterceptorPriorityTest {
  @Parameter TestContainer.Setup setup;

  /** Counts runs of interceptors. */
  @InterceptorBinding
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.METHOD})
  @interface Counted {}

  @Singleton
  static class Counts {
    int transaction;
    int late;
  }

  @Interceptor
  @Counted
  @Priority(200)
  static class TransactionLike {
    @Inject Counts counts;

    @AroundInvoke
    Object count(InvocationContext context) throws Exception {
      counts.transaction++;
      return context.proceed();
    }
  }

  @Interceptor
  @Counted
  @Priority(5000)
  static class Late {
    @Inject Counts counts;

    @AroundInvoke
    Object count(InvocationContext context) throws Exception {
      counts.late++;
      return context.proceed();
    }
  }

  @Singleton
  static class Transactional {
    @Counted
    @Retry(delay = "0s")
    public void call() {
      throw new IllegalStateException();
    }
  }

  private Counts countRuns(TestContainer.Builder builder) {
    try (TestContainer container =
        builder
            .setup(setup)
            .beans(Transactional.class, Counts.class)
            .interceptors(TransactionLike.class, Late.class)
            .start()) {
      assertThatThrownBy(container.get(Transactional.class)::call)
          .isInstanceOf(IllegalStateException.class);
      return container.get(Counts.class);
    }
  }

  @Test
  @DisplayName("CDI-06, S19: policies are outside interceptors with the priority of transactions")
  void outsideTransactions() {
    Counts counts = countRuns(TestContainer.with());
    assertThat(counts.transaction).isEqualTo(3);
    assertThat(counts.late).isEqualTo(3);
  }

  @Test
  @DisplayName("CDI-06: the priority can be configured, by key and by environment variable")
  void priority() {
    Counts counts = countRuns(TestContainer.with().key("firmitas.interceptor-priority", "4010"));
    assertThat(counts.transaction).isEqualTo(1);
    assertThat(counts.late).isEqualTo(3);
    assertThat(
            countRuns(TestContainer.with().environment("FIRMITAS_INTERCEPTOR_PRIORITY", "6000"))
                .late)
        .isEqualTo(1);
  }
}

package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.firmitas.cdi.TestContainer$Setup#possible")
class AnnotationPlacesTest {
  @Parameter TestContainer.Setup setup;

  /** Carries a retry. */
  @Stereotype
  @Retry(maxAttempts = 4, delay = "0s")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @Inherited
  @interface Patient {}

  /** Carries a stereotype that carries a retry. */
  @Stereotype
  @Patient
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface VeryPatient {}

  /** Carries another retry. */
  @Stereotype
  @Retry(maxAttempts = 6, delay = "0s")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface Stubborn {}

  /** A binding of the application that carries a retry. */
  @InterceptorBinding
  @Retry(maxAttempts = 5, delay = "0s")
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.METHOD})
  @interface Resilient {}

  /** What all beans here do. */
  abstract static class Failing {
    private int calls;

    public int calls() {
      return calls;
    }

    public void call() {
      calls++;
      throw new IllegalStateException();
    }
  }

  @Singleton
  @Patient
  static class WithStereotype extends Failing {}

  @Singleton
  @VeryPatient
  static class Nested extends Failing {}

  @Singleton
  static class InheritsStereotype extends WithStereotype {}

  @Singleton
  @Patient
  @Retry(maxAttempts = 2, delay = "0s")
  static class ClassBeatsStereotype extends Failing {}

  @Singleton
  @Patient
  @Retry(maxAttempts = 2, delay = "0s")
  static class MethodBeatsClass extends Failing {
    @Override
    @Retry(maxAttempts = 3, delay = "0s")
    public void call() {
      super.call();
    }
  }

  @Singleton
  static class WithBinding extends Failing {
    @Override
    @Resilient
    public void call() {
      super.call();
    }
  }

  @Singleton
  @Patient
  @Stubborn
  static class Contradictory extends Failing {}

  private int attempts(Class<? extends Failing> type) {
    try (TestContainer container = TestContainer.with().setup(setup).beans(type).start()) {
      Failing bean = container.get(type);
      assertThatThrownBy(bean::call).isInstanceOf(IllegalStateException.class);
      return bean.calls();
    }
  }

  @Test
  @DisplayName(
      "CDI-13, S16: a stereotype brings its policies, nested and inherited; class beats stereotype,"
          + " method beats class")
  void stereotypes() {
    assertThat(attempts(WithStereotype.class)).isEqualTo(4);
    assertThat(attempts(Nested.class)).isEqualTo(4);
    assertThat(attempts(InheritsStereotype.class)).isEqualTo(4);
    assertThat(attempts(ClassBeatsStereotype.class)).isEqualTo(2);
    assertThat(attempts(MethodBeatsClass.class)).isEqualTo(3);
  }

  @Test
  @DisplayName("CDI-13: an interceptor binding of the application brings its policies")
  void binding() {
    assertThat(attempts(WithBinding.class)).isEqualTo(5);
  }

  @Test
  @DisplayName("CDI-14: two stereotypes with different policies of one kind are an error")
  void contradiction() {
    List<DeploymentProblem> problems =
        TestContainer.with().setup(setup).beans(Contradictory.class).problems();
    assertThat(problems.toString())
        .contains("contradicts @Retry of @Stubborn")
        .contains("equally near");
  }

  /** Annotations that no container looks at. */
  interface Annotated {
    @Retry
    void onInterface();

    @Retry
    default void onDefault() {}
  }

  @Timeout("1s")
  interface AnnotatedType {}

  @ApplicationScoped
  static class Implementation implements Annotated, AnnotatedType {
    @Override
    public void onInterface() {}
  }

  @Test
  @DisplayName("CDI-15: annotations on interfaces are an error that names the bean class")
  void interfaces() {
    List<DeploymentProblem> problems =
        TestContainer.with().setup(setup).beans(Implementation.class).problems();
    assertThat(problems).hasSize(3);
    assertThat(problems.toString())
        .contains(
            "@Retry on interface method"
                + " io.firmitas.cdi.AnnotationPlacesTest$Annotated/onInterface()")
        .contains(
            "put the annotation on io.firmitas.cdi.AnnotationPlacesTest$Implementation/onInterface")
        .contains("overriding the default method there")
        .contains("@Timeout on interface io.firmitas.cdi.AnnotationPlacesTest$AnnotatedType");
  }

  @Singleton
  static class Misplaced {
    @Retry
    private void secret() {}

    @Retry
    static void constant() {}

    @Retry
    @PostConstruct
    public void started() {}

    @Inject
    @Retry
    public void initialize() {}

    @AroundInvoke
    @Retry
    public Object around(InvocationContext call) throws Exception {
      return call.proceed();
    }

    @Override
    @Retry
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    @Retry
    public int hashCode() {
      return 1;
    }

    public void use() {
      secret();
    }
  }

  @Test
  @DisplayName(
      "CDI-15: annotations on private, static, lifecycle and other methods that no container"
          + " intercepts are errors with a remedy")
  void misplaced() {
    List<DeploymentProblem> problems =
        TestContainer.with().setup(setup).beans(Misplaced.class).problems();
    assertThat(problems.stream().map(DeploymentProblem::what))
        .containsExactlyInAnyOrder(
            "has no effect: a private method cannot be intercepted",
            "has no effect: a static method cannot be intercepted",
            "has no effect: the container calls an initializer without interceptors",
            "has no effect: a method that intercepts others is not intercepted itself",
            "has no effect: containers do not pass it on to the bean",
            "has no effect: containers do not pass it on to the bean",
            "has no effect: the container calls a lifecycle method without the interceptors of"
                + " business methods");
    assertThat(problems.get(0).remedy()).contains("ordinary method that other beans call");
  }

  @Singleton
  static class WithFinal {
    @Retry
    public final void last() {}
  }

  @Test
  @DisplayName(
      "CDI-15: an annotation on a final method does not deploy: Weld refuses the class itself, and"
          + " so would we")
  void finalMethod() {
    assertThatThrownBy(() -> TestContainer.with().setup(setup).beans(WithFinal.class).start())
        .hasMessageContaining("final");
  }

  @Singleton
  @Retry
  static class FinalInClass {
    final void last() {}

    public void other() {}
  }

  @Test
  @DisplayName("CDI-15: an annotation on a class with a final method does not deploy either")
  void finalMethodOfClass() {
    assertThatThrownBy(() -> TestContainer.with().setup(setup).beans(FinalInClass.class).start())
        .hasMessageContaining("final");
  }

  abstract static class Overridden {
    @Retry
    public void call() {}
  }

  @Singleton
  static class Overriding extends Overridden {
    @Override
    public void call() {}
  }

  @Test
  @DisplayName("CDI-16: an override that hides an annotation is warned about and deploys")
  void warnings() {
    String warnings;
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi");
        TestContainer container =
            TestContainer.with().setup(setup).beans(Overriding.class).start()) {
      container.get(Overriding.class).call();
      warnings = log.text();
    }
    assertThat(warnings)
        .contains("has no effect in io.firmitas.cdi.AnnotationPlacesTest$Overriding")
        .contains("repeat the annotation on the override");
  }
}

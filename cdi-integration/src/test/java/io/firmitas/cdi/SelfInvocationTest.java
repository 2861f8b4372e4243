package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.InterceptionFactory;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of call is made, so that the tests see what the container does with it. */
@ParameterizedClass
@MethodSource("io.firmitas.cdi.TestContainer$Setup#possible")
class SelfInvocationTest {
  private static final AtomicInteger CALLS = new AtomicInteger();
  private static final int GUARDED = 3;
  private static final int PASSED_BY = 1;

  @Parameter TestContainer.Setup setup;

  @BeforeEach
  void reset() {
    CALLS.set(0);
  }

  private static void fail() {
    CALLS.incrementAndGet();
    throw new IllegalStateException();
  }

  private static void quietly(Runnable call) {
    try {
      call.run();
    } catch (IllegalStateException expected) {
      // The calls are counted.
    }
  }

  /** Calls what a subclass guards. */
  abstract static class Template {
    abstract void load();

    void template() {
      load();
    }

    void replaced() {
      load();
    }

    void extended() {
      load();
    }

    @Retry(delay = "0s")
    void inherited() {
      fail();
    }
  }

  @ApplicationScoped
  static class Bean extends Template {
    @Inject Provider<Bean> self;
    private final Bean nobody = null;

    @Override
    @Retry(delay = "0s")
    public void load() {
      fail();
    }

    void direct() {
      this.load();
    }

    void throughVariable() {
      Bean same = this;
      ((Template) same).load();
    }

    void throughHelper() {
      helper();
    }

    private void helper() {
      load();
    }

    void throughSuper() {
      super.inherited();
    }

    @Override
    void replaced() {
      CALLS.set(0);
    }

    @Override
    void extended() {
      super.extended();
    }

    @Timeout("1s")
    void underOtherPolicy() {
      load();
    }

    void lambda() {
      List.of(1).forEach(each -> load());
    }

    void nestedLambda() {
      List.of(1).forEach(one -> List.of(2).forEach(two -> load()));
    }

    void capturedVariable() {
      Bean same = this;
      List.of(1).forEach(each -> same.load());
    }

    void reference() {
      Runnable call = this::load;
      call.run();
    }

    Runnable later() {
      return this::load;
    }

    void anonymous() {
      new Runnable() {
        @Override
        public void run() {
          List.of(1).forEach(each -> load());
        }
      }.run();
    }

    void throughSelf() {
      self.get().load();
    }

    void onOther(Bean other) {
      other.load();
    }

    void onEither(boolean mine, Bean other) {
      (mine ? this : other).load();
    }

    void onOtherByReference(Bean other) {
      Runnable call = other::load;
      call.run();
    }

    void onNobody() {
      if (nobody != null) {
        nobody.load();
      }
    }

    @Retry(delay = "0s", maxAttempts = 2)
    void again(int times) {
      if (times == 0) {
        fail();
      } else {
        again(times - 1);
      }
    }
  }

  private String warningsOf(Class<?>... beans) {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      TestContainer.with().setup(setup).beans(beans).start().close();
      return String.join("\n", log.texts("WARNING"));
    }
  }

  /** How often the method ran, and whether there is a warning that names the caller. */
  private record Seen(int calls, boolean warned) {
    static final Seen TOLD = new Seen(PASSED_BY, true);
    static final Seen GUARDED_AND_NOT_TOLD = new Seen(GUARDED, false);
  }

  private Seen seen(String caller, Consumer<Bean> use) {
    CALLS.set(0);
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi");
        TestContainer container = TestContainer.with().setup(setup).beans(Bean.class).start()) {
      Bean bean = container.get(Bean.class);
      quietly(() -> use.accept(bean));
      boolean warned =
          log.texts("WARNING").stream().anyMatch(each -> each.contains("/" + caller + "("));
      return new Seen(CALLS.get(), warned);
    }
  }

  @Test
  @DisplayName("CDI-17: a call of a guarded method on this is not guarded, and is warned about")
  void direct() {
    assertThat(seen("direct", Bean::direct)).isEqualTo(Seen.TOLD);
    assertThat(seen("throughVariable", Bean::throughVariable)).isEqualTo(Seen.TOLD);
    assertThat(seen("helper", Bean::throughHelper)).isEqualTo(Seen.TOLD);
    assertThat(seen("underOtherPolicy", Bean::underOtherPolicy)).isEqualTo(Seen.TOLD);
  }

  @Test
  @DisplayName("CDI-17: also a call in a superclass, and one through super")
  void superclass() {
    assertThat(seen("template", Bean::template)).isEqualTo(Seen.TOLD);
    assertThat(seen("extended", Bean::extended)).isEqualTo(Seen.TOLD);
    assertThat(seen("throughSuper", Bean::throughSuper)).isEqualTo(Seen.TOLD);
  }

  @Test
  @DisplayName("CDI-17: also a call in a lambda, a method reference and an inner class")
  void deferred() {
    assertThat(seen("lambda", Bean::lambda)).isEqualTo(Seen.TOLD);
    assertThat(seen("nestedLambda", Bean::nestedLambda)).isEqualTo(Seen.TOLD);
    assertThat(seen("capturedVariable", Bean::capturedVariable)).isEqualTo(Seen.TOLD);
    assertThat(seen("reference", Bean::reference)).isEqualTo(Seen.TOLD);
    assertThat(seen("run", Bean::anonymous)).isEqualTo(Seen.TOLD);
  }

  @Test
  @DisplayName(
      "CDI-17: Weld intercepts a lambda that runs after the call of the bean; the warning says so")
  void later() {
    assertThat(seen("later", bean -> bean.later().run()).calls())
        .isEqualTo(TestContainer.isOpenWebBeans() ? PASSED_BY : GUARDED);
    String warning =
        warningsOf(Bean.class)
            .lines()
            .filter(each -> each.contains("/later()"))
            .findFirst()
            .orElseThrow();
    assertThat(warning.contains("while a call of the bean is on the same thread"))
        .isEqualTo(!TestContainer.isOpenWebBeans());
  }

  @Test
  @DisplayName(
      "CDI-17: a call on another object or through an injected reference is no self-invocation")
  void otherObjects() {
    assertThat(seen("throughSelf", Bean::throughSelf)).isEqualTo(Seen.GUARDED_AND_NOT_TOLD);
    assertThat(seen("onOther", bean -> bean.onOther(bean))).isEqualTo(Seen.GUARDED_AND_NOT_TOLD);
    assertThat(seen("onOtherByReference", bean -> bean.onOtherByReference(bean)))
        .isEqualTo(Seen.GUARDED_AND_NOT_TOLD);
    assertThat(seen("onEither", bean -> bean.onEither(false, bean)))
        .isEqualTo(Seen.GUARDED_AND_NOT_TOLD);
    assertThat(warningsOf(Bean.class))
        .doesNotContain("onNobody")
        .as("never called through super")
        .doesNotContain("replaced");
  }

  @Test
  @DisplayName("CDI-17: a method that calls itself is under its policies already")
  void recursion() {
    assertThat(seen("again", bean -> bean.again(1))).isEqualTo(new Seen(2, false));
  }

  @Test
  @DisplayName("CDI-17: the warning names caller, line, method, annotation and remedy")
  void text() {
    assertThat(warningsOf(Bean.class))
        .containsPattern(
            "SelfInvocationTest\\$Bean/direct\\(\\), line \\d+: calls"
                + " io.firmitas.cdi.SelfInvocationTest\\$Bean/load\\(\\) on its own object, where"
                + " @Retry has no effect; give the bean a normal scope, inject it into itself")
        .containsPattern(
            "SelfInvocationTest\\$Template/template\\(\\), line \\d+, in bean"
                + " io.firmitas.cdi.SelfInvocationTest\\$Bean: calls")
        .contains("firmitas.self-invocation=off, if it is meant");
  }

  @Test
  @DisplayName("CDI-17: also calls from constructors and lifecycle methods")
  void lifecycle() {
    assertThat(warningsOf(InConstructor.class)).contains("InConstructor/<init>()");
    assertThat(warningsOf(InLifecycle.class)).contains("InLifecycle/made()");
    CALLS.set(0);
    try (TestContainer container =
        TestContainer.with().setup(setup).beans(InConstructor.class).start()) {
      container.get(InConstructor.class).touch();
      assertThat(CALLS).hasValue(PASSED_BY);
    }
    CALLS.set(0);
    try (TestContainer container =
        TestContainer.with().setup(setup).beans(InLifecycle.class).start()) {
      container.get(InLifecycle.class).touch();
      assertThat(CALLS).hasValue(PASSED_BY);
    }
  }

  /** A constructor that does too much. */
  @Singleton
  static class InConstructor {
    InConstructor() {
      try {
        load();
      } catch (IllegalStateException expected) {
        // It is counted.
      }
    }

    @Retry(delay = "0s")
    void load() {
      fail();
    }

    void touch() {}
  }

  /** A bean that loads when it is made. */
  @Singleton
  static class InLifecycle {
    @PostConstruct
    private void made() {
      try {
        load();
      } catch (IllegalStateException expected) {
        // It is counted.
      }
    }

    @Retry(delay = "0s")
    void load() {
      fail();
    }

    void touch() {}
  }

  /** An observer that other code cannot call. */
  @Singleton
  static class PrivateObserver {
    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // the container calls it
    private void start(@Observes Startup event) {
      try {
        load();
      } catch (IllegalStateException expected) {
        // It is counted.
      }
    }

    @Retry(delay = "0s")
    void load() {
      fail();
    }
  }

  @Test
  @DisplayName(
      "CDI-17: OpenWebBeans calls a private observer on the object in front, so that what it calls"
          + " is guarded and not warned about")
  void privateObserver() {
    String warnings = warningsOf(PrivateObserver.class);
    assertThat(CALLS).hasValue(TestContainer.isOpenWebBeans() ? GUARDED : PASSED_BY);
    assertThat(warnings.contains("PrivateObserver/start("))
        .isEqualTo(!TestContainer.isOpenWebBeans());
  }

  /** Calls what its classes guard. */
  interface WithDefault {
    void load();

    default void byDefault() {
      load();
    }
  }

  @Singleton
  static class OnMethod implements WithDefault {
    @Override
    @Retry(delay = "0s")
    public void load() {
      fail();
    }
  }

  @Singleton
  @Retry(delay = "0s")
  static class OnClass implements WithDefault {
    @Override
    @Retry(delay = "0s", maxAttempts = 2)
    public void load() {
      fail();
    }

    @Override
    public String toString() {
      return "calls " + CALLS;
    }

    int print() {
      return toString().length();
    }
  }

  @Test
  @DisplayName(
      "CDI-17: what an unguarded default method calls goes through the container, and is not warned"
          + " about; where the default method is guarded, it is the other way round")
  void defaultMethods() {
    assertThat(warningsAt(OnMethod.class, WithDefault::byDefault)).isEmpty();
    assertThat(CALLS).hasValue(GUARDED);
    String warnings = warningsAt(OnClass.class, WithDefault::byDefault);
    assertThat(CALLS).as("by which policy").hasValue(TestContainer.isOpenWebBeans() ? 2 : 3);
    assertThat(warnings.contains("WithDefault/byDefault()"))
        .isEqualTo(!TestContainer.isOpenWebBeans());
    assertThat(warnings)
        .as("an annotation on the class does not mean toString")
        .doesNotContain("print");
  }

  /** What callers within the package need not have public. */
  @ApplicationScoped
  static class NotPublic {
    @Inject Provider<NotPublic> self;

    void throughSelf() {
      self.get().load();
    }

    @Retry(delay = "0s")
    void load() {
      fail();
    }
  }

  @Singleton
  static class WithoutProxy {
    @Inject Provider<WithoutProxy> self;

    void throughSelf() {
      self.get().load();
    }

    @Retry(delay = "0s")
    public void load() {
      fail();
    }
  }

  /** Each instance is another one. */
  @Dependent
  static class Independent {
    @Inject Provider<Independent> other;

    void throughOther() {
      other.get().load();
    }

    @Retry(delay = "0s")
    void load() {
      fail();
    }
  }

  private <T> String warningsAt(Class<T> type, Consumer<T> use) {
    CALLS.set(0);
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi");
        TestContainer container = TestContainer.with().setup(setup).beans(type).start()) {
      T bean = container.get(type);
      quietly(() -> use.accept(bean));
      return String.join("\n", log.texts("WARNING"));
    }
  }

  @Test
  @DisplayName(
      "CDI-18: Weld knows a bean again that calls itself through a reference, when the method is"
          + " not public or the bean has no proxy; a warning names the fix")
  void references() {
    int calls = TestContainer.isOpenWebBeans() ? GUARDED : PASSED_BY;
    String notPublic = warningsAt(NotPublic.class, NotPublic::throughSelf);
    assertThat(CALLS).hasValue(calls);
    assertThat(notPublic.contains("make the method public"))
        .isEqualTo(!TestContainer.isOpenWebBeans());
    String withoutProxy = warningsAt(WithoutProxy.class, WithoutProxy::throughSelf);
    assertThat(CALLS).hasValue(calls);
    assertThat(withoutProxy.contains("give the bean a normal scope"))
        .isEqualTo(!TestContainer.isOpenWebBeans());
    assertThat(warningsAt(Independent.class, Independent::throughOther)).isEmpty();
    assertThat(CALLS).hasValue(GUARDED);
  }

  /** No managed bean, so that the deployment does not see it. */
  static class Produced {
    void call() {
      load();
    }

    @Retry(delay = "0s")
    void load() {
      fail();
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
  @DisplayName("CDI-17: a class that only a producer makes is looked at when it is first called")
  void late() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi");
        TestContainer container = TestContainer.with().setup(setup).beans(Producer.class).start()) {
      Produced produced = container.get(Produced.class);
      assertThat(log.texts("WARNING")).isEmpty();
      quietly(produced::load);
      assertThat(log.texts("WARNING"))
          .singleElement()
          .asString()
          .contains("SelfInvocationTest$Produced/call()");
    }
  }

  private TestContainer.Builder with(String value) {
    return TestContainer.with()
        .setup(setup)
        .beans(InLifecycle.class)
        .key("firmitas.self-invocation", value);
  }

  @Test
  @DisplayName("CDI-17: firmitas.self-invocation switches the warning off or makes it an error")
  void reaction() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      with("off").start().close();
      assertThat(log.texts("WARNING")).isEmpty();
    }
    assertThat(with("fail").problems().toString()).contains("InLifecycle/made()");
    assertThat(with("perhaps").problems().toString())
        .contains("firmitas.self-invocation = \"perhaps\"")
        .contains("is neither off nor warn nor fail");
  }

  @Test
  @DisplayName("CDI-17: a method whose policies are switched off has none to pass by")
  void switchedOff() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      with("warn").key("firmitas.global.retry.enabled", "false").start().close();
      assertThat(String.join("\n", log.texts("WARNING"))).doesNotContain("made()");
    }
  }
}

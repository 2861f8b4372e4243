package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.CallFailedException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InterceptionFactory;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.firmitas.cdi.TestContainer$Setup#possible")
class InterceptionTest {
  @Parameter TestContainer.Setup setup;

  interface Finder<K, V> {
    V find(K key);

    default V findByDefault(K key) {
      return find(key);
    }
  }

  abstract static class AbstractFinder<K, V> implements Finder<K, V> {
    int calls;

    @Retry(delay = "0s")
    public V inherited(K key) {
      calls++;
      throw new IllegalStateException();
    }

    public V overridden(K key) {
      throw new UnsupportedOperationException();
    }

    /** Asked by method, since what the container gives may not be the object that counts. */
    public int calls() {
      return calls;
    }
  }

  @Singleton
  static class StringFinder extends AbstractFinder<String, Integer> {
    @Override
    @Retry(delay = "0s", maxAttempts = 2)
    public Integer find(String key) {
      calls++;
      throw new IllegalStateException();
    }

    @Override
    @Retry(delay = "0s", maxAttempts = 4)
    public Integer overridden(String key) {
      calls++;
      throw new IllegalStateException();
    }

    @Retry(delay = "0s")
    void packagePrivate() {
      calls++;
      throw new IllegalStateException();
    }

    @Retry(delay = "0s")
    protected void protectedMethod() {
      calls++;
      throw new IllegalStateException();
    }

    public void selfInvoking() {
      packagePrivate();
    }
  }

  private TestContainer containerOf(Class<?>... beans) {
    return TestContainer.with().setup(setup).beans(beans).start();
  }

  private static boolean onOpenWebBeans() {
    return TestContainer.product() == TestContainer.Product.OPEN_WEB_BEANS;
  }

  private int calls(Consumer<StringFinder> use) {
    try (TestContainer container = containerOf(StringFinder.class)) {
      StringFinder finder = container.get(StringFinder.class);
      assertThatThrownBy(() -> use.accept(finder)).isInstanceOf(IllegalStateException.class);
      return finder.calls();
    }
  }

  @Test
  @DisplayName(
      "CDI-23: a method called as its override, its bridge or through a generic supertype is one"
          + " method")
  void bridges() {
    assertThat(calls(finder -> finder.find("x"))).isEqualTo(2);
    assertThat(calls(finder -> ((Finder<String, Integer>) finder).find("x"))).isEqualTo(2);
    assertThat(calls(finder -> finder.overridden("x"))).isEqualTo(4);
    assertThat(calls(finder -> finder.inherited("x"))).isEqualTo(3);
  }

  private String warningsOf(Class<?>... beans) {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      containerOf(beans).close();
      return log.text();
    }
  }

  @Test
  @DisplayName(
      "CDI-23, CDI-28: a generic method of a superclass that the guarded method overrides leads to"
          + " it; on OpenWebBeans only with the extension, and a warning tells of it without")
  void bridgeOfSuperclass() {
    boolean unguarded = onOpenWebBeans() && setup == TestContainer.Setup.NO_EXTENSION;
    assertThat(calls(finder -> ((AbstractFinder<String, Integer>) finder).overridden("x")))
        .isEqualTo(unguarded ? 1 : 4);
    assertThat(
            warningsOf(StringFinder.class)
                .contains(
                    "the policies of io.firmitas.cdi.InterceptionTest$StringFinder/overridden: have"
                        + " no effect in calls through"
                        + " io.firmitas.cdi.InterceptionTest$AbstractFinder/overridden"))
        .isEqualTo(unguarded);
  }

  @Singleton
  @Retry(delay = "0s", maxAttempts = 4)
  static class OnClassFinder extends AbstractFinder<String, Integer> {
    @Override
    public Integer find(String key) {
      calls++;
      throw new IllegalStateException();
    }

    @Override
    public Integer overridden(String key) {
      return find(key);
    }
  }

  @Test
  @DisplayName("CDI-23: with the annotation on the class, also on OpenWebBeans without extension")
  void bridgeOfGuardedClass() {
    try (TestContainer container = containerOf(OnClassFinder.class)) {
      AbstractFinder<String, Integer> finder = container.get(OnClassFinder.class);
      assertThatThrownBy(() -> finder.overridden("x")).isInstanceOf(IllegalStateException.class);
      assertThat(finder.calls()).isEqualTo(4);
    }
    assertThat(warningsOf(OnClassFinder.class)).doesNotContain("calls through");
  }

  abstract static class Numbers {
    int calls;

    public abstract Number number();

    public int calls() {
      return calls;
    }
  }

  @Singleton
  static class Integers extends Numbers {
    @Override
    @Retry(delay = "0s")
    public Integer number() {
      calls++;
      throw new IllegalStateException();
    }
  }

  @Test
  @DisplayName("CDI-23: an override with another return type is guarded through its supertype")
  void covariantReturn() {
    try (TestContainer container = containerOf(Integers.class)) {
      Numbers numbers = container.get(Integers.class);
      assertThatThrownBy(numbers::number).isInstanceOf(IllegalStateException.class);
      assertThat(numbers.calls()).isEqualTo(3);
    }
    assertThat(warningsOf(Integers.class)).doesNotContain("calls through");
  }

  /** Called from another bean, since a bean's call of its own producer is one on itself. */
  @ApplicationScoped
  static class Callbacks {
    private static final AtomicInteger CALLS = new AtomicInteger();

    @Produces
    @Retry(delay = "0s")
    public CharSequence make() {
      return String.valueOf(failing());
    }

    @Retry(delay = "0s")
    public void close(@Disposes CharSequence text) {
      failing();
    }

    @Retry(delay = "0s")
    public void seen(@Observes Thread event) {
      failing();
    }

    private static int failing() {
      if (CALLS.incrementAndGet() < 3) {
        throw new IllegalStateException();
      }
      return CALLS.get();
    }
  }

  @Singleton
  static class Caller {
    @Inject Instance<CharSequence> made;
    @Inject Event<Thread> events;

    public void make() {
      made.destroy(made.get());
    }

    public void fire() {
      events.fire(Thread.currentThread());
    }
  }

  @Test
  @DisplayName("CDI-24: producer methods, disposers and observers are guarded")
  void callbacks() {
    try (TestContainer container = containerOf(Callbacks.class, Caller.class)) {
      Callbacks.CALLS.set(0);
      container.get(Caller.class).make();
      assertThat(Callbacks.CALLS).as("thrice made, once destroyed").hasValue(4);
      Callbacks.CALLS.set(0);
      container.get(Caller.class).fire();
      assertThat(Callbacks.CALLS).hasValue(3);
    }
  }

  @Test
  @DisplayName("CDI-24: package-private and protected methods are guarded")
  void visibility() {
    assertThat(calls(StringFinder::packagePrivate)).isEqualTo(3);
    assertThat(calls(StringFinder::protectedMethod)).isEqualTo(3);
  }

  @Test
  @DisplayName(
      "CDI-24: a default method is guarded through what it calls only when that goes through the"
          + " bean; self-invocation never is")
  void selfInvocation() {
    assertThat(calls(StringFinder::selfInvoking)).isEqualTo(1);
  }

  @ApplicationScoped
  @Retry(delay = "0s")
  static class OnClass {
    private static final AtomicInteger CALLS = new AtomicInteger();

    public void guarded() {
      CALLS.incrementAndGet();
      throw new IllegalStateException();
    }

    @Override
    public String toString() {
      return CALLS.incrementAndGet() < 3 ? String.valueOf(List.of().get(0)) : "text";
    }
  }

  @Test
  @DisplayName(
      "CDI-24: an annotation on the class guards its methods, a toString of its own too, and leaves"
          + " those of Object usable")
  void onClass() {
    OnClass.CALLS.set(0);
    try (TestContainer container = containerOf(OnClass.class)) {
      OnClass bean = container.get(OnClass.class);
      assertThatThrownBy(bean::guarded).isInstanceOf(IllegalStateException.class);
      assertThat(OnClass.CALLS).hasValue(3);
      OnClass.CALLS.set(0);
      assertThat(bean.toString()).as("guarded, too").isEqualTo("text");
      assertThat(bean.hashCode()).isEqualTo(bean.hashCode());
    }
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
      assertThat(produced.calls()).isEqualTo(onOpenWebBeans() ? 4 : 1);
      assertThat(log.text())
          .contains("the policies of io.firmitas.cdi.InterceptionTest$Produced: have no effect on")
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

  /** Seen by callers through a client proxy. */
  @ApplicationScoped
  static class Proxied {
    private int calls;

    @Retry(delay = "0s")
    public void publicMethod() {
      fail();
    }

    @Retry(delay = "0s")
    protected void protectedMethod() {
      fail();
    }

    @Retry(delay = "0s")
    void packagePrivate() {
      fail();
    }

    private void fail() {
      calls++;
      throw new IllegalStateException();
    }

    public int calls() {
      return calls;
    }
  }

  private int callsThroughProxy(Consumer<Proxied> use) {
    try (TestContainer container = containerOf(Proxied.class)) {
      Proxied bean = container.get(Proxied.class);
      assertThatThrownBy(() -> use.accept(bean)).isInstanceOf(IllegalStateException.class);
      return bean.calls();
    }
  }

  @Test
  @DisplayName("CDI-24: methods of any visibility are guarded behind a client proxy")
  void clientProxy() {
    assertThat(callsThroughProxy(Proxied::publicMethod)).isEqualTo(3);
    assertThat(callsThroughProxy(Proxied::protectedMethod)).isEqualTo(3);
    assertThat(callsThroughProxy(Proxied::packagePrivate)).isEqualTo(3);
  }

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
        TestContainer container = containerOf(Inheriting.class)) {
      Inheriting bean = container.get(Inheriting.class);
      assertThatThrownBy(bean::inherited).isInstanceOf(IllegalStateException.class);
      assertThat(WithDefault.CALLS).hasValue(onOpenWebBeans() ? 1 : 3);
      assertThat(log.text().contains("WithDefault/inherited: OpenWebBeans does not intercept"))
          .isEqualTo(onOpenWebBeans());
    }
  }

  @Singleton
  @Guarded("inheriting")
  static class InheritingByName implements WithDefault {
    public void own() {}
  }

  @Test
  @DisplayName("CDI-28: so it is with @Guarded on the class")
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
      assertThat(WithDefault.CALLS).hasValue(onOpenWebBeans() ? 1 : 3);
      assertThat(log.text().contains("WithDefault/inherited: OpenWebBeans does not intercept"))
          .isEqualTo(onOpenWebBeans());
    }
  }

  @Singleton
  static class Interrupted {
    @Retry(delay = "1s", jitter = JitterKind.NONE)
    public void undeclared() {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("business");
    }

    @Retry(delay = "1s", jitter = JitterKind.NONE)
    public void declared() throws InterruptedException {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("business");
    }
  }

  @Test
  @DisplayName(
      "CDI-26, S13, F3: an interrupt in a delay leaves as InterruptedException only when the method"
          + " declares it; the flag is set otherwise")
  void interrupts() {
    try (TestContainer container = containerOf(Interrupted.class, VirtualTime.class)) {
      Interrupted bean = container.get(Interrupted.class);
      assertThatThrownBy(bean::undeclared)
          .isInstanceOf(CallFailedException.class)
          .cause()
          .isInstanceOf(InterruptedException.class)
          .hasSuppressedException(new IllegalStateException("business"));
      assertThat(Thread.interrupted()).as("the flag tells the caller").isTrue();
      assertThatThrownBy(bean::declared).isInstanceOf(InterruptedException.class);
      Thread.interrupted();
    }
  }
}

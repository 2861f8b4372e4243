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
    boolean unguarded = TestContainer.isOpenWebBeans() && setup == TestContainer.Setup.NO_EXTENSION;
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

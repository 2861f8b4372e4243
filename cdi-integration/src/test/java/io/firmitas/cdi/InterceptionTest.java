package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.CallFailedException;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.InterceptionFactory;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class InterceptionTest {
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

  private static int calls(java.util.function.Consumer<StringFinder> use) {
    try (TestContainer container = TestContainer.of(StringFinder.class)) {
      StringFinder finder = container.get(StringFinder.class);
      assertThatThrownBy(() -> use.accept(finder)).isInstanceOf(IllegalStateException.class);
      return finder.calls;
    }
  }

  @Test
  @DisplayName(
      "CDI-23: a method called as its override, its bridge or through a generic supertype is one"
          + " method")
  void bridges() {
    assertThat(calls(finder -> finder.find("x"))).isEqualTo(2);
    assertThat(calls(finder -> ((Finder<String, Integer>) finder).find("x"))).isEqualTo(2);
    assertThat(calls(finder -> ((AbstractFinder<String, Integer>) finder).overridden("x")))
        .isEqualTo(4);
    assertThat(calls(finder -> finder.inherited("x"))).isEqualTo(3);
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
      return "text";
    }
  }

  @Test
  @DisplayName(
      "CDI-24: an annotation on the class guards its methods and leaves those of Object usable")
  void onClass() {
    OnClass.CALLS.set(0);
    try (TestContainer container = TestContainer.of(OnClass.class)) {
      OnClass bean = container.get(OnClass.class);
      assertThatThrownBy(bean::guarded).isInstanceOf(IllegalStateException.class);
      assertThat(OnClass.CALLS).hasValue(3);
      assertThat(bean.toString()).isEqualTo("text");
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
    try (TestContainer container = TestContainer.of(Producer.class)) {
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

  private static Counts countRuns(TestContainer.Builder builder) {
    try (TestContainer container =
        builder
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
    try (TestContainer container = TestContainer.of(Interrupted.class, VirtualTime.class)) {
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

package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.PolicyRuntime;
import io.firmitas.cdi.spi.ContextCarrier;
import io.firmitas.testkit.VirtualRuntime;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.control.ActivateRequestContext;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What attempts and fallbacks find on the threads that policies run them on. */
@ParameterizedClass
@MethodSource("io.firmitas.cdi.TestContainer$Setup#possible")
class CarriedContextsTest {
  private static final ThreadLocal<String> USER = new ThreadLocal<>();

  private final TestContainer.Setup setup;
  private final TestContainer container;
  private final Service service;
  private final Caller caller;

  CarriedContextsTest(TestContainer.Setup setup) {
    this.setup = setup;
    container =
        TestContainer.with()
            .setup(setup)
            .beans(Service.class, Caller.class, Request.class, UserCarrier.class, VirtualTime.class)
            .start();
    service = container.get(Service.class);
    caller = container.get(Caller.class);
  }

  @AfterEach
  void close() {
    container.close();
    USER.remove();
  }

  /** A bean of the request. */
  @RequestScoped
  static class Request {
    private static final AtomicInteger MADE = new AtomicInteger();
    private final int number = MADE.incrementAndGet();

    int number() {
      return number;
    }
  }

  /** Carries the name of a user. */
  @ApplicationScoped
  static class UserCarrier implements ContextCarrier {
    @Override
    public Captured capture() {
      String user = USER.get();
      return () -> {
        String before = USER.get();
        USER.set(user);
        return () -> USER.set(before);
      };
    }
  }

  @Singleton
  static class Service {
    @Inject Request request;
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final List<Integer> requests = new CopyOnWriteArrayList<>();
    private final List<ClassLoader> loaders = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();

    @Retry(delay = "1s", jitter = JitterKind.NONE, maxAttempts = 2)
    @Fallback(method = "answer")
    public CompletionStage<String> call() {
      look();
      return CompletableFuture.failedFuture(new IOException("down"));
    }

    CompletionStage<String> answer() {
      look();
      return CompletableFuture.completedFuture("answer");
    }

    @Timeout(value = "1h", detached = Switch.ON)
    public String detached() {
      look();
      return Thread.currentThread().getName();
    }

    private void look() {
      calls.incrementAndGet();
      seen.add(String.valueOf(USER.get()));
      loaders.add(Thread.currentThread().getContextClassLoader());
      requests.add(request.number());
    }

    public List<String> seen() {
      return seen;
    }

    public List<Integer> requests() {
      return requests;
    }

    public List<ClassLoader> loaders() {
      return loaders;
    }
  }

  /** Calls within a request. */
  @ApplicationScoped
  static class Caller {
    @Inject Service service;
    @Inject Request request;

    @ActivateRequestContext
    public CompletionStage<String> call() {
      request.number();
      return service.call();
    }

    @ActivateRequestContext
    public int requestOf(Runnable inside) {
      inside.run();
      return request.number();
    }
  }

  private VirtualRuntime time() {
    return (VirtualRuntime) container.get(PolicyRuntime.class);
  }

  /** Lets later attempts run on a thread that knows nothing of the caller. */
  private void advanceOnOtherThread() throws InterruptedException {
    VirtualRuntime time = time();
    Thread other = new Thread(() -> time.advance(Duration.ofSeconds(1)));
    other.setContextClassLoader(null);
    other.start();
    other.join();
  }

  @Test
  @DisplayName(
      "CDI-29: a request context is active in every attempt and fallback; on other threads it is a"
          + " new one for each")
  void requestContext() throws InterruptedException {
    CompletableFuture<String> answer = caller.call().toCompletableFuture();
    assertThat(answer).isNotDone();
    advanceOnOtherThread();
    assertThat(answer).isCompletedWithValue("answer");
    assertThat(service.requests()).as("two attempts and a fallback").hasSize(3);
    assertThat(service.requests()).doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("CDI-29: the first attempt, on the caller's thread, is in the caller's own request")
  void firstAttempt() {
    int number = caller.requestOf(() -> service.call());
    assertThat(service.requests()).containsExactly(number);
  }

  @Test
  @DisplayName("CDI-29: no request context is left on the thread of a later attempt")
  void nothingLeft() throws InterruptedException {
    caller.call();
    Request request = container.get(Request.class);
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    VirtualRuntime time = time();
    Thread other =
        new Thread(
            () -> {
              time.advance(Duration.ofSeconds(1));
              try {
                request.number();
              } catch (ContextNotActiveException notActive) {
                failures.add(notActive);
              }
            });
    other.start();
    other.join();
    assertThat(service.requests()).hasSize(3);
    assertThat(failures).hasSize(1);
  }

  @Test
  @DisplayName("CDI-29: the caller's context class loader is that of every attempt and fallback")
  void classLoader() throws InterruptedException {
    ClassLoader own = new ClassLoader(getClass().getClassLoader()) {};
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(own);
    try {
      caller.call();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    advanceOnOtherThread();
    assertThat(service.loaders()).containsExactly(own, own, own);
  }

  @Test
  @DisplayName("CDI-29: a carrier brings what it took from the caller, and takes it away again")
  void carrier() throws InterruptedException {
    USER.set("ann");
    caller.call();
    USER.set("bob");
    VirtualRuntime time = time();
    time.advance(Duration.ofSeconds(1));
    assertThat(service.seen()).containsExactly("ann", "ann", "ann");
    assertThat(USER.get()).isEqualTo("bob");
  }

  @Test
  @DisplayName("CDI-29: a detached call finds the same on its thread")
  void detached() {
    try (TestContainer real =
        TestContainer.with()
            .setup(setup)
            .beans(Service.class, Caller.class, Request.class, UserCarrier.class)
            .start()) {
      Service detaching = real.get(Service.class);
      USER.set("ann");
      assertThat(detaching.detached()).isNotEqualTo(Thread.currentThread().getName());
      assertThat(detaching.seen()).containsExactly("ann");
      assertThat(detaching.loaders())
          .containsExactly(Thread.currentThread().getContextClassLoader());
      assertThat(detaching.requests()).hasSize(1);
    }
  }

  @Test
  @DisplayName("CDI-29: cancelling the returned future keeps later attempts from being made")
  void cancelled() throws InterruptedException {
    CompletableFuture<String> answer = caller.call().toCompletableFuture();
    answer.cancel(true);
    advanceOnOtherThread();
    assertThat(service.requests()).hasSize(1);
    assertThatThrownBy(answer::join).isInstanceOf(java.util.concurrent.CancellationException.class);
  }
}

package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.event.PolicyEvent;
import io.firmitas.event.PolicyListener;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What guarded calls leave behind. */
class ManyCallsTest {
  private static final int MANY = 30_000;
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final LongAdder EVENTS = new LongAdder();

  @BeforeEach
  void reset() {
    MADE.set(0);
    EVENTS.reset();
  }

  /** Beans without a scope of their own: each lookup makes one. */
  @Dependent
  static class Handler implements FallbackHandler<String> {
    Handler() {
      MADE.incrementAndGet();
    }

    @Override
    public String handle(FailedInvocation failed) {
      return "answer";
    }
  }

  @Dependent
  static class Condition implements Predicate<Throwable> {
    Condition() {
      MADE.incrementAndGet();
    }

    @Override
    public boolean test(Throwable failure) {
      return true;
    }
  }

  @Dependent
  static class Listener implements PolicyListener {
    Listener() {
      MADE.incrementAndGet();
    }

    @Override
    public void onEvent(PolicyEvent event) {
      EVENTS.increment();
    }
  }

  @ApplicationScoped
  static class Service {
    private static final RuntimeException FAILURE = new IllegalStateException();

    @Retry(maxAttempts = 2, delay = "0s", retryIf = Condition.class)
    @CircuitBreaker(failureThreshold = 2_000_000_000)
    @Timeout("1h")
    @Fallback(handler = Handler.class)
    public String call(int number) {
      if (number % 10 == 0) {
        throw FAILURE;
      }
      return "ok";
    }
  }

  private static long usedHeap() {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 3; round++) {
      System.gc();
      Runtime jvm = Runtime.getRuntime();
      least = Math.min(least, jvm.totalMemory() - jvm.freeMemory());
    }
    return least;
  }

  private static void call(Service service, int times) {
    for (int call = 0; call < times; call++) {
      service.call(call);
    }
  }

  @Test
  @DisplayName(
      "CDI-38, CDI-66, S27: very many calls, some of which fail, with a listener, keep no memory"
          + " and make no dependent object")
  void manyCalls() {
    try (TestContainer container =
        TestContainer.of(Service.class, Handler.class, Condition.class, Listener.class)) {
      Service service = container.get(Service.class);
      call(service, MANY / 10); // loads classes, makes what is made once
      int made = MADE.get();
      long before = usedHeap();
      call(service, MANY);
      assertThat(MADE).hasValue(made);
      assertThat(made).as("handler, condition and listener").isEqualTo(3);
      assertThat(EVENTS.sum()).isPositive();
      assertThat(usedHeap() - before).as("no object for each call").isLessThan(64L * MANY);
    }
  }
}

package io.firmitas.impl.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitCallPermitted;
import io.firmitas.event.CircuitState;
import io.firmitas.fallback.Fallback;
import io.firmitas.impl.runtime.SystemRuntime;
import io.firmitas.retry.Retry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many threads on one breaker, and many calls one after the other. */
@Tag("stress")
@Timeout(300)
class LoadStressTest {
  private static final int PLATFORM_THREADS = 512;
  private static final int VIRTUAL_THREADS = 100_000;
  private static final int CALLS = 10_000_000;
  private static final IOException FAILURE = new IOException("down");

  /** A caller that was refused does something else for a moment. */
  private static final long REFUSED_NANOS = 100_000;

  /** In which state the current thread was admitted; told on the thread that is. */
  private static final ThreadLocal<CircuitState> ADMITTED_IN = new ThreadLocal<>();

  @TempDir private java.nio.file.Path folder;

  /**
   * A dependency that fails now and then and recovers at the second probe; everybody calls it
   * through one breaker that lives through all outages.
   */
  private static final class Outages {
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong halfOpens = new AtomicLong();
    private final AtomicLong probes = new AtomicLong();

    private final CircuitBreaker breaker =
        CircuitBreaker.builder("load")
            .failureThreshold(5)
            .openTime(Duration.ofMillis(2))
            .probeLease(Duration.ofHours(1))
            .onEvent(CircuitCallPermitted.class, event -> ADMITTED_IN.set(event.state()))
            .onHalfOpen(event -> halfOpens.incrementAndGet())
            .build();

    /** One call; what is neither a result nor a rejection nor the expected failure is thrown. */
    void call() throws Exception {
      try {
        breaker.call(
            () -> {
              boolean probe = ADMITTED_IN.get() == CircuitState.HALF_OPEN;
              // Of 1,000 calls 20 in a row fail, and every other probe.
              if (probe
                  ? probes.incrementAndGet() % 2 == 1
                  : calls.incrementAndGet() % 1_000 < 20) {
                throw FAILURE;
              }
              return null;
            });
      } catch (CircuitOpenException refused) {
        LockSupport.parkNanos(REFUSED_NANOS);
      } catch (IOException expected) {
        if (expected != FAILURE) {
          throw expected;
        }
      }
    }

    /** Every half-open period had exactly one probe. */
    void assertOneProbeEach() {
      assertThat(probes).as("outages took place").hasValueGreaterThan(2);
      assertThat(probes).hasValue(halfOpens.get());
    }

    /** The dependency is well from now on. */
    void assertCloses() {
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                try {
                  breaker.run(() -> {});
                } catch (CircuitOpenException stillOpen) {
                  // the next call may be the probe
                }
                return breaker.state() == CircuitState.CLOSED;
              });
    }
  }

  private static void callFrom(ExecutorService threads, int number, Callable<?> task)
      throws Exception {
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < number; thread++) {
        running.add(threads.submit(task));
      }
      for (Future<?> thread : running) {
        thread.get(240, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  @DisplayName(
      "T87: 512 threads through repeated outages: one probe at a time, and it closes again")
  void platformThreads() throws Exception {
    Outages outages = new Outages();
    StressTime time = StressTime.share(2);
    callFrom(
        Executors.newFixedThreadPool(PLATFORM_THREADS),
        PLATFORM_THREADS,
        () -> {
          while (time.isLeft()) {
            outages.call();
          }
          return null;
        });
    outages.assertOneProbeEach();
    outages.assertCloses();
  }

  @Test
  @DisplayName(
      "T87: 100,000 virtual threads through repeated outages: one probe, no carrier pinned")
  void virtualThreads() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "virtual threads need JDK 21");
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    Outages loadsClasses = new Outages();
    for (int call = 0; call < 5_000; call++) {
      loadsClasses.call();
    }
    Outages outages = new Outages();
    List<RecordedEvent> pinned;
    try (Recording recording = new Recording()) {
      recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ZERO).withStackTrace();
      recording.start();
      callFrom(
          threads,
          VIRTUAL_THREADS,
          () -> {
            for (int call = 0; call < 10; call++) {
              outages.call();
            }
            return null;
          });
      recording.stop();
      java.nio.file.Path file = folder.resolve("pinned.jfr");
      recording.dump(file);
      pinned = RecordingFile.readAllEvents(file);
    }
    assertThat(pinned).filteredOn(LoadStressTest::isOurs).isEmpty();
    outages.assertOneProbeEach();
    outages.assertCloses();
  }

  /** Whether a policy was being called; the JVM's own, such as loading classes, is not ours. */
  private static boolean isOurs(RecordedEvent event) {
    return event.getStackTrace() != null
        && event.getStackTrace().getFrames().stream()
            .map(frame -> frame.getMethod().getType().getName())
            .anyMatch(name -> name.startsWith("io.firmitas.impl.breaker."));
  }

  private static long usedHeap() {
    for (int round = 0; round < 3; round++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  @DisplayName("10,000,000 calls under all policies leave heap and threads where they were")
  void manyCalls() throws Exception {
    try (SystemRuntime runtime = SystemRuntime.create()) {
      Fallback<Object> fallback =
          Fallback.<Object>builder().runtime(runtime).on(Exception.class, failure -> "b").build();
      Retry retry =
          Retry.builder()
              .runtime(runtime)
              .maxAttempts(2)
              .backoff(Backoff.none())
              .jitter(Jitter.none())
              .build();
      CircuitBreaker breaker =
          CircuitBreaker.builder()
              .runtime(runtime)
              .failureThreshold(3)
              .openTime(Duration.ofNanos(1))
              .build();
      io.firmitas.timeout.Timeout timeout =
          io.firmitas.timeout.Timeout.builder(Duration.ofSeconds(20)).runtime(runtime).build();
      Policy<Object> policy = Policies.wrap(fallback, retry, breaker, timeout);
      int[] calls = new int[1];
      Callable<Object> thousand =
          () -> {
            Object last = null;
            for (int call = 0; call < 1_000; call++) {
              last =
                  policy.execute(
                      context -> {
                        if (++calls[0] % 100 < 4) {
                          throw FAILURE;
                        }
                        return "a";
                      },
                      Context.root());
            }
            return last;
          };
      for (int warm = 0; warm < 100; warm++) {
        thousand.call();
      }
      long heap = usedHeap();
      int threads = ManagementFactory.getThreadMXBean().getThreadCount();
      for (int made = 0; made < CALLS; made += 1_000) {
        thousand.call();
      }
      assertThat(calls[0]).isGreaterThanOrEqualTo(CALLS);
      assertThat(usedHeap() - heap).isLessThan(1_000_000);
      assertThat(ManagementFactory.getThreadMXBean().getThreadCount() - threads)
          .isLessThanOrEqualTo(1);
    }
  }
}

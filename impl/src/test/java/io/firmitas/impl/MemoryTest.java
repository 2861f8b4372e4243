package io.firmitas.impl;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.Window;
import io.firmitas.impl.runtime.SystemRuntime;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.GraphLayout;

/**
 * Bytes kept, counted by JOL. Each number is the difference that one more object makes, so what is
 * shared (configuration, runtime, timer wheel) does not count, and neither do the calls themselves.
 * Where threads run, the whole JVM is reachable and looking through it takes seconds; those tests
 * are tagged.
 */
class MemoryTest {
  private static final int MANY = 1_000;
  private static final IOException FAILURE = new Stackless();

  private final SystemRuntime runtime = SystemRuntime.create();
  private final Cancellation caller = new Cancellation();

  @AfterEach
  void close() {
    runtime.close();
  }

  /** The JVM's form of a stack trace leads to all loaded classes, which take seconds to count. */
  private static final class Stackless extends IOException {
    private static final long serialVersionUID = 1L;

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  /**
   * What many objects keep alive, each: the objects of all classes of which there is one more for
   * each of them. The rest is the noise of a running JVM, whose threads are reachable from here.
   */
  private static SortedMap<String, Long> grown(GraphLayout before, GraphLayout after) {
    SortedMap<String, Long> bytes = new TreeMap<>();
    for (Class<?> type : after.getClassCounts().keys()) {
      long more = after.getClassCounts().count(type) - before.getClassCounts().count(type);
      long each = Math.round(more / (double) MANY);
      boolean ofTheUser = type.getName().startsWith(MemoryTest.class.getName());
      if (each > 0 && !ofTheUser) {
        long size = after.getClassSizes().count(type) / after.getClassCounts().count(type);
        bytes.put(type.getName().replaceFirst("\\$\\$Lambda.*", "\\$\\$Lambda"), each * size);
      }
    }
    return bytes;
  }

  private static long sum(SortedMap<String, Long> bytes) {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }

  private static GraphLayout graph(Object... roots) {
    return KeptObjects.of(roots);
  }

  /** What one of many objects keeps alive, without what it shares with the others. */
  private static <T> SortedMap<String, Long> bytesEach(Object shared, IntFunction<T> make) {
    Object[] kept = new Object[MANY + 1];
    kept[MANY] = make.apply(MANY); // loads classes, starts threads
    GraphLayout before = graph(shared, kept);
    for (int number = 0; number < MANY; number++) {
      kept[number] = make.apply(number);
    }
    return grown(before, graph(shared, kept));
  }

  private static void report(String what, SortedMap<String, Long> bytes) {
    System.out.println("retained size: " + what + ": " + sum(bytes) + " B " + bytes);
  }

  private CircuitBreakerConfig consecutive() {
    return CircuitBreaker.builder().runtime(runtime).config();
  }

  @Test
  @DisplayName("an idle breaker of consecutive failures keeps at most 96 bytes")
  void idleBreaker() {
    CircuitBreakerConfig config = consecutive();
    LockBasedProvider provider = new LockBasedProvider();
    Object shared = provider.create(config);
    SortedMap<String, Long> bytes = bytesEach(shared, number -> provider.create(config));
    report("idle breaker, consecutive failures, shared configuration", bytes);
    assertThat(sum(bytes)).isLessThanOrEqualTo(96);
  }

  @Test
  @DisplayName("an idle breaker with a window of 100 calls keeps at most 200 bytes")
  void idleBreakerWithWindow() {
    CircuitBreakerConfig config =
        CircuitBreaker.builder()
            .runtime(runtime)
            .window(Window.ofCalls(100))
            .failureRate(0.5)
            .config();
    LockBasedProvider provider = new LockBasedProvider();
    Object shared = provider.create(config);
    SortedMap<String, Long> bytes = bytesEach(shared, number -> provider.create(config));
    report("idle breaker, window of 100 calls, shared configuration", bytes);
    assertThat(sum(bytes)).isLessThanOrEqualTo(200);
  }

  @Test
  @DisplayName("S27: a breaker that was open and closed a thousand times has not grown")
  void usedBreaker() {
    CircuitBreaker breaker =
        CircuitBreaker.builder()
            .runtime(runtime)
            .failureThreshold(2)
            .openTime(Duration.ofNanos(1))
            .build();
    breaker.recordFailure(FAILURE);
    GraphLayout before = graph(breaker);
    for (int outage = 0; outage < 2 * MANY; outage++) {
      breaker.recordFailure(FAILURE);
      breaker.recordFailure(FAILURE);
      breaker.run(() -> {});
    }
    breaker.recordFailure(FAILURE);
    assertThat(grown(before, graph(breaker))).isEmpty();
  }

  @Test
  @DisplayName("T89 T90: ten thousand threads that each called once leave nothing in the breaker")
  void manyThreads() throws InterruptedException {
    CircuitBreaker breaker =
        CircuitBreaker.builder().failureThreshold(100_000).runtime(runtime).build();
    callOnThreads(breaker, 10); // loads classes
    GraphLayout before = graph(breaker);
    callOnThreads(breaker, 10 * MANY);
    GraphLayout after = graph(breaker);
    assertThat(breaker.snapshot().lastFailure()).isSameAs(FAILURE);
    assertThat(grown(before, after)).isEmpty();
    assertThat(after.totalSize() - before.totalSize())
        .as("bytes more; the lock keeps one node once threads have waited for it")
        .isLessThanOrEqualTo(32);
  }

  /** Every thread makes one call and ends; every second call fails. */
  private static void callOnThreads(CircuitBreaker breaker, int number)
      throws InterruptedException {
    for (int first = 0; first < number; first += 10) {
      List<Thread> threads = new ArrayList<>();
      for (int thread = first; thread < first + 10; thread++) {
        boolean fails = thread % 2 == 0;
        Thread caller =
            new Thread(
                () -> {
                  try {
                    breaker.call(
                        () -> {
                          if (fails) {
                            throw FAILURE;
                          }
                          return "page";
                        });
                  } catch (Exception expected) {
                    // the failure of every second call
                  }
                });
        caller.start();
        threads.add(caller);
      }
      for (Thread caller : threads) {
        caller.join();
      }
    }
  }

  @Test
  @Tag("stress")
  @DisplayName("a pending asynchronous retry keeps at most 160 bytes")
  void pendingRetry() {
    Retry retry =
        Retry.builder().runtime(runtime).maxAttempts(5).delay(Duration.ofSeconds(50)).build();
    CompletableFuture<Object> failed = CompletableFuture.failedFuture(FAILURE);
    SortedMap<String, Long> bytes =
        bytesEach(runtime, number -> retry.callAsync(context -> failed));
    report("pending asynchronous retry, its timer included", bytes);
    assertThat(sum(bytes)).isLessThanOrEqualTo(160);
  }

  @Test
  @Tag("stress")
  @DisplayName(
      "a pending timeout keeps at most 160 bytes, the JDK's dependent on the stage included")
  void pendingTimeout() {
    Timeout timeout = Timeout.builder(Duration.ofSeconds(50)).runtime(runtime).build();
    List<CompletableFuture<Object>> sources = sources();
    SortedMap<String, Long> bytes =
        bytesEach(
            List.of(runtime, sources), number -> timeout.callAsync(() -> sources.get(number)));
    report("pending timeout, its timer included", bytes);
    assertThat(sum(bytes)).isLessThanOrEqualTo(160);
  }

  @Test
  @Tag("stress")
  @DisplayName("a pending timeout whose call looks at its context keeps a cancellation more")
  void pendingTimeoutWithContext() {
    Timeout timeout = Timeout.builder(Duration.ofSeconds(50)).runtime(runtime).build();
    List<CompletableFuture<Object>> sources = sources();
    SortedMap<String, Long> bytes =
        bytesEach(
            List.of(runtime, sources), number -> timeout.callAsync(context -> sources.get(number)));
    report("pending timeout, its timer and cancellation included", bytes);
    assertThat(sum(bytes)).isLessThanOrEqualTo(168);
  }

  /** The stages of the user, which are not counted: one more than {@link #MANY}. */
  private static List<CompletableFuture<Object>> sources() {
    return Stream.generate(CompletableFuture<Object>::new).limit(MANY + 1).toList();
  }

  @Test
  @DisplayName("a timeout makes no cancellation where nobody looks at the context")
  void contextFreeCall() {
    Timeout timeout = Timeout.builder(Duration.ofSeconds(50)).runtime(new VirtualRuntime()).build();
    CompletableFuture<Object> source = new CompletableFuture<>();
    CompletableFuture<Object> free = timeout.callAsync(() -> source);
    assertThat(graph(free).getClassCounts().count(Cancellation.class)).isZero();
    CompletableFuture<Object> looking = timeout.callAsync(context -> source);
    assertThat(graph(looking).getClassCounts().count(Cancellation.class)).isOne();
  }

  private interface Pending {
    CompletableFuture<Object> start(CompletableFuture<Object> source);
  }

  /**
   * Starts and ends many calls; nothing may be left in runtime, policy and the caller's context.
   */
  private void assertNothingLeft(
      Object policy, Pending pending, java.util.function.Consumer<CompletableFuture<Object>> end) {
    end.accept(pending.start(new CompletableFuture<>()));
    GraphLayout before = graph(runtime, policy, caller);
    List<CompletableFuture<Object>> results = new ArrayList<>();
    for (int number = 0; number < MANY; number++) {
      CompletableFuture<Object> source = new CompletableFuture<>();
      results.add(pending.start(source));
    }
    results.forEach(end);
    assertThat(results).allMatch(CompletableFuture::isDone);
    results.clear();
    assertThat(grown(before, graph(runtime, policy, caller))).isEmpty();
  }

  @Test
  @Tag("stress")
  @DisplayName("R16, H11, S1: nothing is left of retries cancelled during their delay or attempt")
  void cancelledRetries() {
    Retry retry =
        Retry.builder().runtime(runtime).maxAttempts(5).delay(Duration.ofSeconds(50)).build();
    Context context = Context.root().withCancellation(caller);
    assertNothingLeft(
        retry,
        source -> retry.executeAsync(inner -> CompletableFuture.failedFuture(FAILURE), context),
        result -> result.cancel(true));
    assertNothingLeft(
        retry,
        source -> retry.executeAsync(inner -> source, context),
        result -> result.cancel(true));
  }

  @Test
  @Tag("stress")
  @DisplayName("R16, H11, S1: nothing is left of timeouts cancelled, succeeded and failed in time")
  void endedTimeouts() {
    Timeout timeout = Timeout.builder(Duration.ofSeconds(50)).runtime(runtime).build();
    Context context = Context.root().withCancellation(caller);
    List<CompletableFuture<Object>> sources = new ArrayList<>();
    Pending start =
        source -> {
          sources.add(source);
          return timeout.executeAsync(inner -> source, context);
        };
    assertNothingLeft(timeout, start, result -> result.cancel(true));
    sources.clear();
    assertNothingLeft(
        timeout,
        start,
        result -> {
          sources.forEach(source -> source.complete("v"));
          sources.clear();
        });
    assertNothingLeft(
        timeout,
        start,
        result -> {
          sources.forEach(source -> source.completeExceptionally(FAILURE));
          sources.clear();
        });
  }

  @Test
  @Tag("stress")
  @DisplayName("R16: stages that have failed already leave no timer")
  void failedStages() {
    Timeout timeout = Timeout.builder(Duration.ofMinutes(5)).runtime(runtime).build();
    Context context = Context.root().withCancellation(caller);
    assertNothingLeft(
        timeout,
        source -> timeout.executeAsync(inner -> CompletableFuture.failedFuture(FAILURE), context),
        result -> assertThat(result).isCompletedExceptionally());
  }

  @Test
  @Tag("stress")
  @DisplayName("nothing is left of calls through a breaker, however they end")
  void breakerCalls() {
    CircuitBreaker breaker =
        CircuitBreaker.builder().runtime(runtime).failureThreshold(1_000_000).build();
    Context context = Context.root().withCancellation(caller);
    assertNothingLeft(
        breaker,
        source -> breaker.executeAsync(inner -> source, context),
        result -> result.cancel(true));
    List<CompletableFuture<Object>> sources = new ArrayList<>();
    assertNothingLeft(
        breaker,
        source -> {
          sources.add(source);
          return breaker.executeAsync(inner -> source, context);
        },
        result -> {
          sources.forEach(source -> source.completeExceptionally(FAILURE));
          sources.clear();
        });
  }
}

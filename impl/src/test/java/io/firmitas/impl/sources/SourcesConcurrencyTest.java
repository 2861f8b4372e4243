package io.firmitas.impl.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.event.SourceSwitchedOff;
import io.firmitas.event.SourceSwitchedOn;
import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.Sources;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SourcesConcurrencyTest {
  private static final int THREADS = 8;
  private static final int ROUNDS = 200;

  @Test
  @DisplayName("SR-20: with many callers each switching off and on is told exactly once")
  void tellsEachSwitchOnce() throws Exception {
    VirtualRuntime time = new VirtualRuntime();
    EventRecorder events = new EventRecorder();
    AtomicBoolean broken = new AtomicBoolean();
    Sources<String> sources =
        Sources.<String>builder()
            .runtime(time)
            .listener(events)
            .add("a", "a")
            .add("b", "b")
            .build();
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        broken.set(true);
        assertThat(together(pool, () -> answers(sources, broken))).containsOnly("b");
        sources.reset();
      }
    } finally {
      pool.shutdownNow();
    }

    assertThat(events.of(SourceSwitchedOff.class)).hasSize(ROUNDS);
    assertThat(events.of(SourceSwitchedOn.class)).hasSize(ROUNDS);
    assertThat(sources.status()).extracting(SourceStatus::failures).containsExactly(0, 0);
  }

  /** Half of the callers wait for a future, so both drivers share the breakers. */
  private static String answers(Sources<String> sources, AtomicBoolean broken) throws Exception {
    return Thread.currentThread().getId() % 2 == 0
        ? sources.call((source, context) -> answer(source, broken))
        : sources
            .<String>callAsync(
                (source, context) -> CompletableFuture.completedFuture(answer(source, broken)))
            .get();
  }

  private static String answer(String source, AtomicBoolean broken) throws IOException {
    if (broken.get() && source.equals("a")) {
      throw new IOException("down");
    }
    return source;
  }

  private interface Task {
    String run() throws Exception;
  }

  private static List<String> together(ExecutorService pool, Task task) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<String>> futures = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      futures.add(
          pool.submit(
              () -> {
                start.await();
                return task.run();
              }));
    }
    start.countDown();
    List<String> answers = new ArrayList<>();
    for (Future<String> future : futures) {
      answers.add(future.get());
    }
    return answers;
  }
}

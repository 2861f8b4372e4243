package io.firmitas.impl.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.ScheduledTask;
import io.firmitas.impl.CapturedLog;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What goes wrong on threads of the runtime, where no caller could be told. */
@Timeout(60)
@Tag("realtime")
class RuntimeLogTest {
  @RegisterExtension final CapturedLog log = new CapturedLog();

  private final SystemRuntime runtime = SystemRuntime.create();
  private final IllegalStateException mistake = new IllegalStateException("mistake");

  @AfterEach
  void close() {
    runtime.close();
  }

  @Test
  @DisplayName("a task that throws is logged, and the next one runs")
  void task() throws InterruptedException {
    CountDownLatch next = new CountDownLatch(1);
    runtime.schedule(
        0,
        () -> {
          throw mistake;
        });
    runtime.schedule(Duration.ofMillis(5).toNanos(), next::countDown);
    next.await();

    assertThat(log.thrown()).containsExactly(mistake);
  }

  @Test
  @DisplayName("so is one that throws when the runtime is closed, and the next one is told")
  void abandonedTask() {
    CountDownLatch told = new CountDownLatch(2);
    for (int task = 0; task < 2; task++) {
      runtime.schedule(
          Duration.ofHours(1).toNanos(),
          new ScheduledTask() {
            @Override
            public void run() {}

            @Override
            public void abandoned(RejectedExecutionException reason) {
              told.countDown();
              throw mistake;
            }
          });
    }

    runtime.close();

    assertThat(told.getCount()).isZero();
    assertThat(log.thrown()).containsExactly(mistake, mistake);
  }

  @Test
  @DisplayName("so is a thread that throws when it is interrupted, and the others are watched")
  void interrupt() throws InterruptedException {
    CallWatcher watcher = CallWatcher.of(runtime);
    CountDownLatch ended = new CountDownLatch(1);
    Thread stubborn =
        new Thread(
            () -> {
              Object watch = watcher.begin(System.nanoTime(), 1);
              awaitThrown();
              watcher.end(watch);
              ended.countDown();
            }) {
          @Override
          public void interrupt() {
            throw mistake;
          }
        };

    stubborn.start();
    ended.await();

    assertThat(log.thrown()).containsExactly(mistake);
  }

  private void awaitThrown() {
    Awaitility.await()
        .pollInSameThread()
        .atMost(Duration.ofSeconds(30))
        .until(() -> !log.thrown().isEmpty());
  }
}

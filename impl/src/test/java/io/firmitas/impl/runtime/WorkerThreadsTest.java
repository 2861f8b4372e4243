package io.firmitas.impl.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WorkerThreadsTest {
  @Test
  @DisplayName("a platform thread is not virtual")
  void platformThread() {
    assertThat(WorkerThreads.isVirtual(new Thread(() -> {}))).isFalse();
  }

  @Test
  @DisplayName("where the JDK has virtual threads, the workers are virtual")
  void virtualThread() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "virtual threads came with JDK 21");
    ExecutorService executor = WorkerThreads.newExecutor();
    try {
      assertThat(
              CompletableFuture.supplyAsync(
                      () -> WorkerThreads.isVirtual(Thread.currentThread()), executor)
                  .get(30, TimeUnit.SECONDS))
          .isTrue();
    } finally {
      executor.shutdownNow();
    }
  }
}

package io.firmitas.impl.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.impl.driver.Stages;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NoThreadLeftTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualRuntime time = new VirtualRuntime();
  private final ThreadlessRuntime runtime = new ThreadlessRuntime(time);

  @Test
  @DisplayName("invariant 9: a retry that is due and gets no thread ends with the last failure")
  void retry() {
    Retry retry = Retry.builder().runtime(runtime).delay(SECOND).build();
    IOException failure = new IOException("expected by the test");
    CompletableFuture<String> result =
        retry.callAsync(() -> CompletableFuture.<String>failedFuture(failure));
    time.advance(SECOND);
    assertThat(Stages.failureOf(result)).isSameAs(failure);
  }

  @Test
  @DisplayName("invariant 9: a timeout that is due and gets no thread fails the call all the same")
  void timeout() {
    Timeout timeout = Timeout.builder(SECOND).runtime(runtime).build();
    CompletableFuture<String> source = new CompletableFuture<>();
    CompletableFuture<String> result = timeout.callAsync(() -> source);
    time.advance(SECOND);
    assertThat(result).isCompletedExceptionally();
    assertThat(Stages.failureOf(result)).isInstanceOf(TimeoutExceededException.class);
    assertThat(source).isCancelled();
  }
}

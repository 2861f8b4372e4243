package io.firmitas.impl.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import io.firmitas.impl.runtime.DelegatingRuntime;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RetryingCallTest {
  private final VirtualRuntime time = new VirtualRuntime();

  @Test
  @DisplayName("a call that is given up while its timer is being set makes no further attempt")
  void givenUpWhileScheduling() {
    Cancellation caller = new Cancellation();
    PolicyRuntime cancelling =
        new DelegatingRuntime(time) {
          @Override
          public Timer schedule(long delayNanos, ScheduledTask task) {
            caller.cancel();
            return super.schedule(delayNanos, task);
          }
        };
    AsyncGate<String> call = new AsyncGate<>();
    CompletableFuture<Object> result =
        Retry.builder()
            .runtime(cancelling)
            .build()
            .executeAsync(call.call(), Context.root().withCancellation(caller));

    call.fail(new IOException("down"));

    assertThat(result).isCancelled();
    assertThat(call.invocations()).isEqualTo(1);
    assertThat(time.pendingTimers()).isZero();
    time.advance(Duration.ofMinutes(5));
    assertThat(call.invocations()).isEqualTo(1);
  }

  @Test
  @DisplayName("where nobody listens and no clock is needed, the first attempt is all there is")
  void silent() {
    assertThat(new RetryCore(Retry.builder().config()).isSilent()).isTrue();
    assertThat(new RetryCore(Retry.builder().skipWhen(context -> true).config()).isSilent())
        .isFalse();
  }
}

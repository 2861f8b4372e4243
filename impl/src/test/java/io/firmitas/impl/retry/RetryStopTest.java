package io.firmitas.impl.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.event.AttemptStarted;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RetryStopTest {
  private final VirtualRuntime runtime = new VirtualRuntime();
  private final EventRecorder events = new EventRecorder();

  @Test
  @DisplayName("RT-36: a delay that a cancellation ends tells the last failure, suppressed")
  void cancelledDelay() {
    IOException failure = new IOException("down");
    Cancellation cancellation = new Cancellation();
    Retry retry = Retry.builder().runtime(runtime).build();
    runtime.schedule(1, cancellation::cancel);

    CancellationException cancelled =
        catchThrowableOfType(
            CancellationException.class,
            () ->
                retry.execute(
                    context -> {
                      throw failure;
                    },
                    Context.root().withCancellation(cancellation)));

    assertThat(cancelled.getSuppressed()).containsExactly(failure);
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofNanos(1));
  }

  @Test
  @DisplayName("RT-10, EV-08: the event of a call without retries says that one attempt is allowed")
  void skippedCallHasOneAttempt() throws Exception {
    Retry retry =
        Retry.builder().skipWhen(context -> true).listener(events).runtime(runtime).build();

    retry.call(() -> "page");

    assertThat(events.last(AttemptStarted.class).maxAttempts()).isEqualTo(1);
  }
}

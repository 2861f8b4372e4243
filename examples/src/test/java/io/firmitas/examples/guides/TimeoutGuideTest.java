package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("The guide of the timeout")
@ExtendWith(FirmitasExtension.class)
class TimeoutGuideTest {
  @Test
  @DisplayName("a call that takes too long is interrupted")
  void interrupts(VirtualRuntime runtime) {
    List<String> log = new ArrayList<>();
    // snippet: timeout-basic
    Timeout timeout =
        Timeout.builder(Duration.ofSeconds(2))
            .name("catalog")
            .onTimeout(exceeded -> log.add("too slow after " + exceeded.elapsed()))
            .build();
    // end
    Timeout inVirtualTime = timeout.config().toBuilder().runtime(runtime).build();
    var slow = new ScriptedCall<Page>().taking(Duration.ofSeconds(5), runtime);
    slow.succeed(new Page("late"));

    assertThatThrownBy(() -> inVirtualTime.call(slow))
        .isInstanceOf(TimeoutExceededException.class)
        .hasMessageContaining("catalog");
    assertThat(log).containsExactly("too slow after PT2S");
  }

  @Test
  @DisplayName("detached: the caller is back on time whatever the call does")
  void detached() throws Exception {
    // snippet: timeout-detached
    Timeout timeout = Timeout.builder(Duration.ofSeconds(2)).detached().build();
    // end

    assertThat(timeout.<String>call(() -> "quick")).isEqualTo("quick");
  }

  @Test
  @DisplayName("one timeout for each attempt and one for all")
  void inside(VirtualRuntime runtime) {
    // snippet: timeout-both
    Timeout each = Timeout.of(Duration.ofSeconds(1));
    Timeout all = Timeout.of(Duration.ofSeconds(5));
    Policy<Object> policy = Policies.wrap(all, Retry.ofAttempts(10), each);
    // end
    assertThat(policy.describe()).startsWith("timeout").endsWith("timeout(timeout)");

    Retry retry = Retry.builder().maxAttempts(10).runtime(runtime).build();
    Policy<Object> virtual = Policies.wrap(in(runtime, all), retry, in(runtime, each));
    assertThatThrownBy(() -> virtual.call(new ScriptedCall<Page>().fail(new IOException("down"))))
        .hasMessage("down");
    assertThat(runtime.nanoTime()).isLessThanOrEqualTo(Duration.ofSeconds(5).toNanos());
  }

  private static Timeout in(VirtualRuntime runtime, Timeout timeout) {
    return timeout.config().toBuilder().runtime(runtime).build();
  }
}

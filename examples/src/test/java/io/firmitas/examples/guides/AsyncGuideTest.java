package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("The same policy object guards asynchronous calls")
@ExtendWith(FirmitasExtension.class)
class AsyncGuideTest {
  @Test
  @DisplayName("waits between attempts without holding a thread")
  void async(VirtualRuntime runtime) throws Exception {
    Retry retry = Retry.builder().runtime(runtime).build();
    CircuitBreaker breaker = CircuitBreaker.builder().runtime(runtime).build();
    var call = new ScriptedCall<Page>().fail(new IOException("down")).succeed(new Page("fresh"));
    AsyncClient client = new AsyncClient(call);
    // snippet: async
    Policy<Object> policy = Policies.wrap(retry, breaker);
    CompletableFuture<Page> page = policy.callAsync(() -> client.send("front"));
    // end

    assertThat(page).isNotDone();
    assertThat(runtime.<Page>await(page)).isEqualTo(new Page("fresh"));
    assertThat(call.count()).isEqualTo(2);
  }

  private record AsyncClient(ScriptedCall<Page> call) {
    CompletableFuture<Page> send(String path) {
      assertThat(path).isEqualTo("front");
      try {
        return CompletableFuture.completedFuture(call.call());
      } catch (Exception failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }
  }
}

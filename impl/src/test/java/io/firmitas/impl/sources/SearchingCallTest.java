package io.firmitas.impl.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.event.SourceFailed;
import io.firmitas.sources.Sources;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SearchingCallTest {
  @Test
  @DisplayName("a search that is given up while a failure is told calls no further source")
  void givenUpByAListener() {
    AsyncGate<String> call = new AsyncGate<>();
    CompletableFuture<?>[] result = new CompletableFuture<?>[1];
    Sources<String> sources =
        Sources.<String>builder("cdn")
            .add("a", "a")
            .add("b", "b")
            .runtime(new VirtualRuntime())
            .onEvent(SourceFailed.class, event -> result[0].cancel(true))
            .build();
    result[0] =
        sources.executeAsync(call.call(), Context.root().withCancellation(new Cancellation()));

    call.fail(new IOException("down"));

    assertThat(result[0]).isCancelled();
    assertThat(call.invocations()).isEqualTo(1);
  }
}

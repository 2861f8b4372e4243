package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.backoff.Jitter;
import io.firmitas.retry.Attempt;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryException;
import io.firmitas.retry.RetryExhaustedException;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Recipe: attempts inline")
@ExtendWith(FirmitasExtension.class)
class InlineRecipeTest {
  private static final IOException DOWN = new IOException("down");
  private final List<String> log = new ArrayList<>();

  @TempDir Path folder;

  @Test
  @DisplayName("Z93: a file that comes with the third attempt")
  void readFile(VirtualRuntime runtime) throws Exception {
    Path file = folder.resolve("data.txt");
    Retry retry =
        Retry.builder()
            .retryOn(IOException.class)
            .onRetry(
                r -> {
                  if (r.attempt() == 2) {
                    write(file);
                  }
                })
            .runtime(runtime)
            .build();
    // snippet: recipe-inline
    String content = "";
    int attempts = 0;
    for (Attempt attempt : retry.attempts()) {
      attempts = attempt.number();
      try {
        content = Files.readString(file);
        attempt.success();
      } catch (IOException failure) {
        attempt.failure(failure);
      }
    }
    // end

    assertThat(content).isEqualTo("data");
    assertThat(attempts).isEqualTo(3);
  }

  private static void write(Path file) {
    try {
      Files.writeString(file, "data");
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  private String load(Retry retry, ScriptedCall<String> service) throws Exception {
    String[] page = {""};
    // snippet: recipe-inline-limit
    try {
      for (Attempt attempt : retry.attempts()) {
        attempt.run(() -> page[0] = service.call());
      }
    } catch (RetryException givenUp) { // attempts or time used up
      return givenUp.attempts() + " attempts: " + givenUp.lastFailure().orElseThrow().getMessage();
    }
    // end
    return page[0];
  }

  @Test
  @DisplayName("Z94: permission errors end it at once; one type catches both other endings")
  void limits(VirtualRuntime runtime) throws Exception {
    Retry retry =
        Retry.builder()
            .maxAttempts(3)
            .jitter(Jitter.none())
            .abortOn(AccessDeniedException.class)
            .totalTimeLimit(Duration.ofSeconds(10))
            .onRetry(r -> log.add("retry " + r.attempt()))
            .runtime(runtime)
            .build();
    var denied = new ScriptedCall<String>().fail(new AccessDeniedException("secret"));
    assertThatThrownBy(() -> load(retry, denied)).isInstanceOf(AccessDeniedException.class);
    assertThat(denied.count()).isEqualTo(1);
    assertThat(log).isEmpty();

    assertThat(load(retry, new ScriptedCall<String>().fail(DOWN))).isEqualTo("3 attempts: down");
    assertThat(log).containsExactly("retry 1", "retry 2");
    var slow = new ScriptedCall<String>().taking(Duration.ofSeconds(6), runtime).fail(DOWN);
    assertThat(load(retry, slow)).isEqualTo("2 attempts: down");
  }

  @Test
  @DisplayName("Z65 Z66: the loop has the settings of its retry, and its hook for giving up")
  void settings(VirtualRuntime runtime) {
    Retry retry =
        Retry.builder()
            .jitter(Jitter.none())
            .onGiveUp(f -> log.add(f.reason() + " after " + f.attempts()))
            .runtime(runtime)
            .build();

    assertThatThrownBy(
            () -> {
              for (Attempt attempt : retry.attempts()) {
                attempt.failure(DOWN);
              }
            })
        .isInstanceOf(RetryExhaustedException.class)
        .hasCause(DOWN);

    assertThat(runtime.sleeps()).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    assertThat(log).containsExactly("ATTEMPTS_EXHAUSTED after 3");
    assertThat(retry.config().maxDelay()).isEqualTo(Duration.ofSeconds(60));
    assertThat(retry.config().totalTimeLimit()).isEmpty();
  }

  @Test
  @DisplayName("Z68: the asynchronous form makes the same attempts after the same delays")
  void async(VirtualRuntime runtime) throws Exception {
    Retry retry = Retry.builder().jitter(Jitter.none()).runtime(runtime).build();
    var service = new ScriptedCall<String>().fail(2, DOWN).succeed("page");
    // snippet: recipe-inline-async
    var page = retry.callAsync(service.asAsyncCall());
    // end

    assertThat(runtime.await(page)).isEqualTo("page");
    assertThat(service.count()).isEqualTo(3);
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(3));
    assertThat(runtime.sleeps()).isEmpty();
  }
}

package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.examples.recipes.HttpFailures.InvalidDataException;
import io.firmitas.examples.recipes.HttpFailures.NetworkException;
import io.firmitas.examples.recipes.HttpFailures.NotFoundException;
import io.firmitas.examples.recipes.HttpFailures.RefusedException;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Recipe: which failures are retried")
@ExtendWith(FirmitasExtension.class)
class FailuresRecipeTest {
  private static final String URL = "https://a.example/x.json";

  private static Retry retry(VirtualRuntime runtime) {
    // snippet: recipe-failures-retry
    return Retry.builder()
        .retryOn(IOException.class)
        .abortOn(RefusedException.class, InvalidDataException.class)
        .runtime(runtime)
        .build();
    // end
  }

  @ParameterizedTest
  @CsvSource({
    "400, 1", "401, 1", "403, 1", "404, 1", "410, 1", "422, 1", "0, 3", "408, 3", "425, 3",
    "429, 3", "500, 3", "503, 3"
  })
  @DisplayName("T193 C39 G91 G92: refused requests get one attempt, trouble of the server three")
  void attempts(int status, int attempts, VirtualRuntime runtime) {
    AtomicInteger count = new AtomicInteger();

    assertThatThrownBy(
            () ->
                retry(runtime)
                    .call(
                        () -> {
                          count.incrementAndGet();
                          return HttpFailures.read(URL, status, "");
                        }))
        .isInstanceOf(NetworkException.class);
    assertThat(count).hasValue(attempts);
  }

  @Test
  @DisplayName("G92: a timeout is retried")
  void timeout(VirtualRuntime runtime) {
    AtomicInteger count = new AtomicInteger();

    assertThatThrownBy(
            () ->
                retry(runtime)
                    .call(
                        () -> {
                          count.incrementAndGet();
                          throw new SocketTimeoutException("read");
                        }))
        .isInstanceOf(SocketTimeoutException.class);
    assertThat(count).hasValue(3);
  }

  @Test
  @DisplayName("T175 G87 G88 G96: failures carry address and status; 404 and 410 arrive as such")
  void details(VirtualRuntime runtime) {
    assertThatThrownBy(() -> retry(runtime).call(() -> HttpFailures.read(URL, 503, "")))
        .isInstanceOfSatisfying(
            NetworkException.class,
            failure -> {
              assertThat(failure.url()).isEqualTo(URL);
              assertThat(failure.statusCode()).hasValue(503);
            });
    assertThatThrownBy(() -> retry(runtime).call(() -> HttpFailures.read(URL, 0, "")))
        .isInstanceOfSatisfying(
            NetworkException.class, failure -> assertThat(failure.statusCode()).isEmpty());
    for (int status : new int[] {404, 410}) {
      assertThatThrownBy(() -> retry(runtime).call(() -> HttpFailures.read(URL, status, "")))
          .isExactlyInstanceOf(NotFoundException.class);
    }
  }

  @Test
  @DisplayName("G89: what cannot be read is fetched once")
  void invalidData(VirtualRuntime runtime) {
    AtomicInteger count = new AtomicInteger();

    assertThatThrownBy(
            () ->
                retry(runtime)
                    .call(
                        () -> {
                          count.incrementAndGet();
                          return HttpFailures.read(URL, 200, "<html>");
                        }))
        .isInstanceOf(InvalidDataException.class);
    assertThat(count).hasValue(1);
  }

  private static String show(Retry retry, int status, String body) throws Exception {
    // snippet: recipe-failures-catch
    try {
      return retry.call(() -> HttpFailures.read(URL, status, body));
    } catch (NotFoundException missing) {
      return "there is no such page";
    } catch (InvalidDataException unreadable) {
      return "the page is broken";
    } catch (NetworkException trouble) { // the subclass comes first
      return "try again later";
    }
    // end
  }

  @Test
  @DisplayName("G90: three branches, the subclass before its base")
  void branches(VirtualRuntime runtime) throws Exception {
    assertThat(show(retry(runtime), 200, "{}")).isEqualTo("{}");
    assertThat(show(retry(runtime), 404, "")).isEqualTo("there is no such page");
    assertThat(show(retry(runtime), 200, "?")).isEqualTo("the page is broken");
    assertThat(show(retry(runtime), 503, "")).isEqualTo("try again later");
  }
}

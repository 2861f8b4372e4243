package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitState;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: record outcomes by hand")
@ExtendWith(FirmitasExtension.class)
class ManualRecordRecipeTest {
  private static final IOException DOWN = new IOException("down");

  private static String fetch(CircuitBreaker breaker, Callable<String> service) throws Exception {
    // snippet: recipe-manual
    try (Permit permit = breaker.acquire()) { // or a CircuitOpenException
      try {
        String page = service.call();
        permit.success();
        return page;
      } catch (FileNotFoundException missing) {
        throw missing; // no verdict: neither a success nor a failure of the service
      } catch (IOException failure) {
        permit.failure(failure);
        throw failure; // recorded, and still the caller's to know
      }
    }
    // end
  }

  @Test
  @DisplayName("C50 T162: what fails is recorded and thrown on, never swallowed")
  void recordsAndRethrows(VirtualRuntime runtime) throws Exception {
    CircuitBreaker breaker = CircuitBreaker.builder().failureThreshold(2).runtime(runtime).build();
    var service = new ScriptedCall<String>().fail(DOWN).succeed("page").fail(2, DOWN);

    assertThatThrownBy(() -> fetch(breaker, service)).isSameAs(DOWN);
    assertThat(breaker.failures()).isEqualTo(1);
    assertThat(fetch(breaker, service)).isEqualTo("page");
    assertThat(breaker.failures()).isZero();
    assertThatThrownBy(() -> fetch(breaker, service)).isSameAs(DOWN);
    assertThatThrownBy(() -> fetch(breaker, service)).isSameAs(DOWN);
    assertThatThrownBy(() -> fetch(breaker, service)).isInstanceOf(CircuitOpenException.class);
    assertThat(service.count()).isEqualTo(4);
  }

  @Test
  @DisplayName("C50 T163: what is no fault of the service leaves counter and probe alone")
  void recordsOnlyTheServicesFaults(VirtualRuntime runtime) throws Exception {
    CircuitBreaker breaker = CircuitBreaker.builder().failureThreshold(1).runtime(runtime).build();
    FileNotFoundException missing = new FileNotFoundException("page");
    var absent = new ScriptedCall<String>().fail(missing);

    assertThatThrownBy(() -> fetch(breaker, absent)).isSameAs(missing);
    assertThat(breaker.failures()).isZero();
    assertThatThrownBy(() -> fetch(breaker, new ScriptedCall<String>().fail(DOWN))).isSameAs(DOWN);
    runtime.advance(Duration.ofMinutes(1));
    assertThatThrownBy(() -> fetch(breaker, absent)).isSameAs(missing);
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(fetch(breaker, () -> "page")).isEqualTo("page");
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }
}

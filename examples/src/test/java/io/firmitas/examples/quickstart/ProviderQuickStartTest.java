package io.firmitas.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.PolicyProvider;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The quick start: another implementation")
class ProviderQuickStartTest {
  @Test
  @DisplayName("makes the policies it has and refuses the others")
  void provider() throws Exception {
    PolicyProvider acme = new AcmeConformance().provider();

    Timeout timeout = acme.create(Timeout.builder(Duration.ofSeconds(1)).config());

    assertThat(timeout.<String>call(() -> "answer")).isEqualTo("answer");
    assertThatThrownBy(() -> acme.create(Retry.builder().config()))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}

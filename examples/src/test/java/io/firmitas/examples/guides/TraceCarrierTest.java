package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.cdi.spi.ContextCarrier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TraceCarrierTest {
  @Test
  @DisplayName("the carrier of the guide puts the caller's trace on a thread and takes it away")
  void carries() {
    Trace.set("caller");
    ContextCarrier.Captured captured = new TraceCarrier().capture();
    Trace.set("other");
    ContextCarrier.Carried carried = captured.resume();
    assertThat(Trace.current()).isEqualTo("caller");
    carried.close();
    assertThat(Trace.current()).isEqualTo("other");
  }
}

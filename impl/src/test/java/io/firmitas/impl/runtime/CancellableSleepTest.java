package io.firmitas.impl.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.impl.KeptObjects;
import io.firmitas.testkit.VirtualRuntime;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CancellableSleepTest {
  @Test
  @DisplayName("the cancellation of the context keeps nothing of a sleep that is over")
  void nothingIsKept() throws InterruptedException {
    Cancellation cancellation = new Cancellation();

    CancellableSleep.sleep(
        new VirtualRuntime(), 1_000, Context.root().withCancellation(cancellation));

    assertThat(KeptObjects.registrationsOf(cancellation)).isZero();
  }
}

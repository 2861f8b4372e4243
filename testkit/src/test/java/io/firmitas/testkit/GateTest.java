package io.firmitas.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Context;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A gate")
@Timeout(30)
class GateTest {
  private final Gate gate = new Gate();

  private static final class Running<T> {
    final FutureTask<T> result;
    final Thread thread;

    Running(Callable<T> call) {
      result = new FutureTask<>(call);
      thread = new Thread(result);
      thread.start();
    }
  }

  @Test
  @DisplayName("holds calls until it is opened, then they return their values")
  void holds() throws Exception {
    Running<String> first = new Running<>(() -> gate.call("first").invoke(Context.root()));
    Running<String> second = new Running<>(gate.callable("second"));
    gate.awaitArrivals(2);
    assertThat(gate.inside()).isEqualTo(2);
    assertThat(first.result).isNotDone();
    gate.open();
    assertThat(gate.inside()).isZero();
    assertThat(first.result.get()).isEqualTo("first");
    assertThat(second.result.get()).isEqualTo("second");
    assertThat(gate.arrived()).isEqualTo(2);
  }

  @Test
  @DisplayName("stays open")
  void staysOpen() throws Exception {
    gate.open();
    gate.openWith(new IOException("too late"));
    assertThat(gate.callable(null).call()).isNull();
    assertThat(gate.arrived()).isOne();
  }

  @Test
  @DisplayName("fails calls with the very failure it was opened with")
  void opensWithFailure() {
    IOException failure = new IOException("no");
    Running<String> held = new Running<>(gate.callable("x"));
    gate.awaitArrivals(1);
    gate.openWith(failure);
    assertThatThrownBy(held.result::get).hasCause(failure);
    assertThatThrownBy(gate::pass).isSameAs(failure);
  }

  @Test
  @DisplayName("lets an interrupted call go")
  void heedsInterrupts() {
    Running<String> held = new Running<>(gate.callable("x"));
    gate.awaitArrivals(1);
    held.thread.interrupt();
    assertThatThrownBy(held.result::get).hasCauseInstanceOf(InterruptedException.class);
    assertThat(gate.inside()).isZero();
  }

  @Test
  @DisplayName("can ignore interrupts; the call then keeps the flag")
  void ignoresInterrupts() throws Exception {
    Gate stubborn = Gate.ignoringInterrupts();
    Running<Boolean> held =
        new Running<>(
            () -> {
              stubborn.pass();
              return Thread.currentThread().isInterrupted();
            });
    stubborn.awaitArrivals(1);
    held.thread.interrupt();
    assertThat(stubborn.inside()).isOne();
    stubborn.open();
    assertThat(held.result.get()).isTrue();
  }

  @Test
  @DisplayName("reports the interrupt of a test that waits for arrivals, and keeps the flag")
  void waitingIsInterrupted() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> gate.awaitArrivals(1))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("interrupted while waiting for calls to arrive");
    assertThat(Thread.interrupted()).isTrue();
  }
}

package io.firmitas.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Context;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("An asynchronous gate")
@Timeout(30)
class AsyncGateTest {
  private final AsyncGate<String> gate = new AsyncGate<>();

  private static CompletableFuture<? extends String> invoke(AsyncGate<String> gate)
      throws Exception {
    return gate.call().invoke(Context.root()).toCompletableFuture();
  }

  @Test
  @DisplayName("answers all invocations that wait")
  void completesAll() throws Exception {
    var first = invoke(gate);
    var second = invoke(gate);
    assertThat(gate.invocations()).isEqualTo(2);
    assertThat(gate.pending()).isEqualTo(2);
    gate.complete("yes");
    assertThat(first.join()).isEqualTo("yes");
    assertThat(second.join()).isEqualTo("yes");
    assertThat(gate.pending()).isZero();
  }

  @Test
  @DisplayName("answers single invocations in any order")
  void completesOne() throws Exception {
    IOException failure = new IOException("no");
    var first = invoke(gate);
    var second = invoke(gate);
    assertThat(gate.complete(2, "second")).isTrue();
    assertThat(first).isNotDone();
    assertThat(gate.fail(1, failure)).isTrue();
    assertThat(gate.complete(1, "again")).isFalse();
    assertThat(second.join()).isEqualTo("second");
    assertThatThrownBy(first::join).hasCause(failure);
  }

  @Test
  @DisplayName("fails all invocations that wait")
  void failsAll() throws Exception {
    IOException failure = new IOException("no");
    var stage = invoke(gate);
    gate.fail(failure);
    assertThatThrownBy(stage::join).hasCause(failure);
  }

  @Test
  @DisplayName("tells which invocations were cancelled")
  void tellsCancellation() throws Exception {
    var first = invoke(gate);
    var unused = invoke(gate);
    first.cancel(true);
    assertThat(gate.isCancelled(1)).isTrue();
    assertThat(gate.isCancelled(2)).isFalse();
    assertThat(gate.complete(1, "late")).isFalse();
  }

  @Test
  @DisplayName("can ignore cancellation and answer late")
  void ignoresCancellation() throws Exception {
    AsyncGate<String> stubborn = AsyncGate.ignoringCancellation();
    var stage = stubborn.call().invoke(Context.root());
    stage.toCompletableFuture().cancel(true);
    assertThat(stubborn.isCancelled(1)).isFalse();
    assertThat(stubborn.complete(1, "late")).isTrue();
    assertThat(stage.toCompletableFuture().join()).isEqualTo("late");
  }

  @Test
  @DisplayName("keeps the contexts of its invocations")
  void keepsContexts() throws Exception {
    Context second = Context.root().withAttempt(2);
    var unused = invoke(gate);
    gate.call().invoke(second);
    assertThat(gate.context(1)).isSameAs(Context.root());
    assertThat(gate.context(2)).isSameAs(second);
  }

  @Test
  @DisplayName("refuses to answer when nobody waits, and invocations that never happened")
  void refuses() {
    assertThatThrownBy(() -> gate.complete("x"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("invoked 0 times");
    assertThatThrownBy(() -> gate.isCancelled(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("invocation must be from 1 to 0 but is 1");
  }

  @Test
  @DisplayName("waits for invocations by other threads")
  void awaitsInvocations() {
    Thread thread = new Thread(new FutureTask<>(() -> invoke(gate)));
    thread.start();
    gate.awaitInvocations(1);
    assertThat(gate.invocations()).isOne();
  }
}

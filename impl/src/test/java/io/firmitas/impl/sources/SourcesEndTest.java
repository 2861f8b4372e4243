package io.firmitas.impl.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.event.SourceFailed;
import io.firmitas.impl.sources.Network.Mode;
import io.firmitas.sources.AllSourcesFailedException;
import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.Sources;
import io.firmitas.sources.SourcesBuilder;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What ends a search before all sources have been tried. */
class SourcesEndTest {
  private final VirtualRuntime time = new VirtualRuntime();
  private final EventRecorder events = new EventRecorder();
  private final Network network = new Network(time);
  private final IOException down = new IOException("down");

  @AfterEach
  void clearInterruptFlag() {
    Thread.interrupted();
  }

  private SourcesBuilder<String> ab() {
    return Sources.<String>builder("cdn")
        .runtime(time)
        .listener(events)
        .add("a", "a")
        .add("b", "b");
  }

  @EachMode
  @DisplayName("SR-16: an error leaves as the same error")
  void errorsEndTheSearch(Mode mode) {
    Error bug = new AssertionError("bug");
    network.breaks("a", bug);
    Sources<String> sources = ab().build();

    assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> network.call(mode, sources)))
        .isSameAs(bug);

    assertThat(network.asked()).containsExactly("a");
    assertThat(events.of(SourceFailed.class)).isEmpty();
  }

  @EachMode
  @DisplayName("SR-16: an interrupt leaves as it is and does not count")
  void interruptsEndTheSearch(Mode mode) {
    InterruptedException interrupted = new InterruptedException("theirs");
    network.breaks("a", interrupted);
    Sources<String> sources = ab().build();

    assertThat(network.failure(mode, sources)).isSameAs(interrupted);

    assertThat(network.asked()).containsExactly("a");
    assertThat(sources.status().get(0).failures()).isZero();
  }

  @EachMode
  @DisplayName("SR-16: a cancellation leaves as it is and does not count")
  void cancellationsEndTheSearch(Mode mode) {
    CancellationException cancelled = new CancellationException("theirs");
    network.breaks("a", cancelled);
    Sources<String> sources = ab().build();

    assertThat(network.failure(mode, sources)).isInstanceOf(CancellationException.class);

    assertThat(network.asked()).containsExactly("a");
    assertThat(sources.status().get(0).failures()).isZero();
  }

  @Test
  @DisplayName("SR-17: an interrupt that a source swallowed stops the search; the flag stays set")
  void interruptFlagStopsTheSearch() {
    Sources<String> sources = ab().build();

    assertThatThrownBy(
            () ->
                sources.call(
                    (source, context) -> {
                      network.asked().add(source);
                      Thread.currentThread().interrupt();
                      throw down;
                    }))
        .isInstanceOf(InterruptedException.class)
        .hasMessageContaining("source b")
        .hasSuppressedException(down);

    assertThat(network.asked()).containsExactly("a");
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  @DisplayName("SR-17: a caller who gave up gets no further source")
  void cancelledContextStopsTheSearch() {
    Cancellation cancellation = new Cancellation();
    Context context = Context.root().withCancellation(cancellation);
    Sources<String> sources = ab().build();

    assertThatThrownBy(
            () ->
                sources.execute(
                    inner -> {
                      network.asked().add(sources.current(inner));
                      cancellation.cancel();
                      throw down;
                    },
                    context))
        .isInstanceOf(CancellationException.class)
        .hasSuppressedException(down);
    assertThat(network.asked()).containsExactly("a");
  }

  @Test
  @DisplayName("SR-17: after the deadline no further source is tried; the last failure is thrown")
  void deadlineStopsTheSearch() {
    Context limited = Context.root().withTimeLimit(time, Duration.ofSeconds(1));
    Sources<String> sources = ab().build();

    assertThatThrownBy(
            () ->
                sources.execute(
                    context -> {
                      network.asked().add(sources.current(context));
                      time.advance(Duration.ofSeconds(1));
                      throw down;
                    },
                    limited))
        .isSameAs(down);
    assertThat(network.asked()).containsExactly("a");
  }

  @Test
  @DisplayName("SR-18: cancelling the future cancels the call to the current source, no other one")
  void cancellingStopsTheCurrentSource() {
    AsyncGate<String> gate = new AsyncGate<>();
    Sources<String> sources = ab().build();
    CompletableFuture<Object> future = sources.executeAsync(gate.call(), Context.root());
    gate.fail(1, down);
    assertThat(gate.invocations()).isEqualTo(2);

    assertThat(future.cancel(true)).isTrue();

    assertThat(gate.isCancelled(2)).isTrue();
    assertThat(gate.invocations()).isEqualTo(2);
    assertThat(sources.status()).extracting(SourceStatus::failures).containsExactly(1, 0);
  }

  @Test
  @DisplayName("SR-18: the cancellation of the context cancels an asynchronous search")
  void contextCancelsTheSearch() {
    AsyncGate<String> gate = new AsyncGate<>();
    Cancellation cancellation = new Cancellation();
    CompletableFuture<Object> future =
        ab().build().executeAsync(gate.call(), Context.root().withCancellation(cancellation));

    cancellation.cancel();

    assertThat(future).isCancelled();
    assertThat(gate.isCancelled(1)).isTrue();
  }

  @Test
  @DisplayName("SR-18: a late answer of a cancelled search changes nothing")
  void lateAnswerIsIgnored() {
    AsyncGate<String> gate = AsyncGate.ignoringCancellation();
    Sources<String> sources = ab().build();
    CompletableFuture<Object> future = sources.executeAsync(gate.call(), Context.root());
    future.cancel(true);

    gate.fail(1, down);

    assertThat(gate.invocations()).isEqualTo(1);
    assertThat(sources.status().get(0).failures()).isZero();
  }

  @Test
  @DisplayName("SR-18: a call that throws or returns null is a failure of its source")
  void startThatFails() throws Exception {
    Sources<String> sources = ab().build();
    CompletableFuture<String> thrown =
        sources.callAsync(
            (source, context) -> {
              if (source.equals("a")) {
                throw down;
              }
              return CompletableFuture.completedFuture(source);
            });
    assertThat(thrown.get()).isEqualTo("b");
    CompletableFuture<String> none = sources.callAsync((source, context) -> null);
    assertThat(none)
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(AllSourcesFailedException.class);
  }

  @Test
  @DisplayName("SR-19: thousands of sources that fail at once need the stack of one")
  void constantStack() {
    SourcesBuilder<Integer> builder = Sources.<Integer>builder("many").runtime(time);
    for (int number = 0; number < 5_000; number++) {
      builder.add("source " + number, number);
    }
    AtomicInteger tries = new AtomicInteger();

    CompletableFuture<Integer> future =
        builder
            .build()
            .callAsync(
                (source, context) -> {
                  tries.incrementAndGet();
                  return CompletableFuture.failedFuture(down);
                });

    assertThat(future)
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(AllSourcesFailedException.class);
    assertThat(tries).hasValue(5_000);
  }
}

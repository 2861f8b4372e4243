package io.firmitas.fallback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Context;
import io.firmitas.FakeRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FallbackBuilderTest {
  private final FakeRuntime runtime = new FakeRuntime();

  private static FallbackBuilder<String> builder() {
    return Fallback.builder();
  }

  private static Arguments refusal(
      String title, UnaryOperator<FallbackBuilder<String>> setting, String... words) {
    return Arguments.of(title, setting, words);
  }

  static Stream<Arguments> refusals() {
    FallbackFunction<Throwable, String> function = failure -> "x";
    ContextualFallbackFunction<Throwable, String> contextual = (failure, context) -> "x";
    return Stream.of(
        refusal("no handler", b -> b, "at least one handler", "none", "add on"),
        refusal("type null", b -> b.on(null, function), "fallback type", "null"),
        refusal("type null, with context", b -> b.on(null, contextual), "fallback type", "null"),
        refusal(
            "function null",
            b -> b.on(IOException.class, (FallbackFunction<Throwable, String>) null),
            "fallback function",
            "null"),
        refusal(
            "contextual function null",
            b -> b.on(IOException.class, (ContextualFallbackFunction<Throwable, String>) null),
            "fallback function",
            "null"),
        refusal(
            "async type null",
            b -> b.onAsync(null, (f, c) -> CompletableFuture.completedFuture("x")),
            "fallback type",
            "null"),
        refusal(
            "async function null",
            b -> b.onAsync(IOException.class, null),
            "fallback function",
            "null"),
        refusal("condition null", b -> b.onFailure(null, function), "fallback condition", "null"),
        refusal(
            "conditional function null",
            b -> b.onFailure(failure -> true, null),
            "fallback function",
            "null"),
        refusal(
            "mapped type null", b -> b.mapFailure(null, f -> new IOException()), "mapFailure type"),
        refusal(
            "mapping function null",
            b -> b.mapFailure(IOException.class, null),
            "mapFailure function"),
        refusal(
            "result condition null", b -> b.onResult(null, r -> r), "onResult condition", "null"),
        refusal(
            "result function null", b -> b.onResult(r -> true, null), "onResult function", "null"),
        refusal(
            "last known good for no time",
            b -> b.lastKnownGood(Duration.ZERO),
            "lastKnownGood maxAge",
            "longer than zero",
            "PT0S"),
        refusal(
            "last known good of no entries",
            b -> b.lastKnownGood(Duration.ofSeconds(1), 0, context -> "k"),
            "lastKnownGood maxEntries",
            "at least 1",
            "0"),
        refusal(
            "last known good without a key",
            b -> b.lastKnownGood(Duration.ofSeconds(1), 1, null),
            "lastKnownGood key",
            "null"),
        refusal("onFallback null", b -> b.onFallback(null), "listener", "null"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  @DisplayName("bad input is refused before anything runs, and the message says what to do")
  void refuses(String title, UnaryOperator<FallbackBuilder<String>> setting, String[] words) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> setting.apply(builder()).config())
        .satisfies(refused -> assertThat(refused.getMessage()).contains(words).contains(";"));
  }

  private static boolean handles(Class<? extends Throwable> type, Throwable failure) {
    return builder().on(type, thrown -> "x").config().failureHandlers().get(0).handles(failure);
  }

  @Test
  @DisplayName("S2: a type handles its instances; Throwable and Error handle errors")
  void types() {
    assertThat(handles(IOException.class, new java.io.FileNotFoundException())).isTrue();
    assertThat(handles(IOException.class, new Exception())).isFalse();
    assertThat(handles(Exception.class, new AssertionError())).isFalse();
    assertThat(handles(Throwable.class, new AssertionError())).isTrue();
    assertThat(handles(Error.class, new AssertionError())).isTrue();
  }

  @Test
  @DisplayName("interrupts, cancellations and errors of the machine need a type of their own kind")
  void kinds() {
    for (Class<? extends Throwable> broad : Stream.of(Throwable.class, Exception.class).toList()) {
      assertThat(handles(broad, new InterruptedException())).isFalse();
      assertThat(handles(broad, new CancellationException())).isFalse();
      assertThat(handles(broad, new OutOfMemoryError())).isFalse();
    }
    assertThat(handles(InterruptedException.class, new InterruptedException())).isTrue();
    assertThat(handles(CancellationException.class, new CancellationException())).isTrue();
    assertThat(handles(IllegalStateException.class, new CancellationException())).isFalse();
    assertThat(handles(Error.class, new OutOfMemoryError())).isFalse();
    assertThat(handles(VirtualMachineError.class, new OutOfMemoryError())).isTrue();
    assertThat(handles(OutOfMemoryError.class, new StackOverflowError())).isFalse();
  }

  @Test
  @DisplayName("a condition sees ordinary exceptions only")
  void condition() {
    FallbackHandler<Throwable, String> handler =
        builder().onFailure(failure -> true, failure -> "x").config().failureHandlers().get(0);
    assertThat(handler.handles(new IOException())).isTrue();
    assertThat(handler.handles(new AssertionError())).isFalse();
    assertThat(handler.handles(new InterruptedException())).isFalse();
    assertThat(handler.handles(new CancellationException())).isFalse();
  }

  @Test
  @DisplayName("each handler answers in both forms")
  void bothForms() throws Exception {
    Context context = Context.root().withAttempt(7);
    FallbackConfig<String> config =
        builder()
            .on(IOException.class, failure -> failure.getMessage())
            .on(IOException.class, (failure, given) -> failure.getMessage() + given.attempt())
            .onAsync(
                IOException.class,
                (failure, given) ->
                    CompletableFuture.completedFuture(failure.getMessage() + given.attempt()))
            .config();
    IOException failure = new IOException("m");
    String[] expected = {"m", "m7", "m7"};
    for (int index = 0; index < expected.length; index++) {
      FallbackHandler<Throwable, String> handler = config.failureHandlers().get(index);
      assertThat(handler.mapsFailure()).isFalse();
      assertThat(handler.answer(failure, context, runtime)).isEqualTo(expected[index]);
      assertThat(handler.answerAsync(failure, context).toCompletableFuture().get())
          .isEqualTo(expected[index]);
    }
  }

  @Test
  @DisplayName("a mapping handler throws what it made")
  void mapping() {
    IllegalStateException mapped = new IllegalStateException();
    FallbackHandler<Throwable, String> handler =
        builder()
            .mapFailure(IOException.class, failure -> mapped)
            .config()
            .failureHandlers()
            .get(0);
    assertThat(handler.mapsFailure()).isTrue();
    assertThatThrownBy(() -> handler.answer(new IOException(), Context.root(), runtime))
        .isSameAs(mapped);
  }

  @Test
  @DisplayName("result handlers see results, null included")
  void results() throws Exception {
    FallbackHandler<String, String> handler =
        builder()
            .onResult(result -> result == null, result -> "instead of " + result)
            .config()
            .resultHandlers()
            .get(0);
    assertThat(handler.handles(null)).isTrue();
    assertThat(handler.handles("x")).isFalse();
    assertThat(handler.answer(null, Context.root(), runtime)).isEqualTo("instead of null");
  }

  @Test
  @DisplayName("a configuration keeps what it was built with")
  void immutable() {
    FallbackBuilder<String> builder = builder().on(IOException.class, failure -> "x");
    FallbackConfig<String> config = builder.config();
    builder.on(Error.class, failure -> "y").onResult(result -> true, result -> "z");
    assertThat(config.failureHandlers()).hasSize(1);
    assertThat(config.resultHandlers()).isEmpty();
    assertThat(config.toBuilder().on(Error.class, failure -> "y").config().failureHandlers())
        .hasSize(2);
    assertThat(config.failureHandlers()).hasSize(1);
  }

  @Test
  @DisplayName("the short forms handle exceptions, not errors")
  void shortForms() throws Exception {
    FallbackHandler<Throwable, String> value =
        Fallback.of("cached").config().failureHandlers().get(0);
    assertThat(value.answer(new IOException(), Context.root(), runtime)).isEqualTo("cached");
    assertThat(value.handles(new AssertionError())).isFalse();
    FallbackHandler<Throwable, String> function =
        Fallback.from(failure -> "no " + failure.getMessage()).config().failureHandlers().get(0);
    assertThat(function.answer(new IOException("net"), Context.root(), runtime))
        .isEqualTo("no net");
  }
}

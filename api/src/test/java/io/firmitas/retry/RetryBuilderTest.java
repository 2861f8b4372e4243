package io.firmitas.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.firmitas.CallRejectedException;
import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitState;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryFailed.Reason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RetryBuilderTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration NEGATIVE = Duration.ofMillis(-5);
  private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

  private static RetryBuilder builder() {
    return Retry.builder();
  }

  private static Arguments refusal(
      String title, UnaryOperator<RetryBuilder> setting, String... words) {
    return Arguments.of(title, setting, words);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        refusal("attempts 0", b -> b.maxAttempts(0), "maxAttempts", "at least 1", "0"),
        refusal("attempts -1", b -> b.maxAttempts(-1), "maxAttempts", "at least 1", "-1"),
        refusal("retries -1", b -> b.maxRetries(-1), "maxRetries", "at least 0", "-1"),
        refusal("backoff null", b -> b.backoff(null), "backoff", "null"),
        refusal("delay negative", b -> b.delay(NEGATIVE), "delay", "negative", "PT-0.005S"),
        refusal("delay null", b -> b.delay(null), "delay", "null"),
        refusal("jitter null", b -> b.jitter(null), "jitter", "null"),
        refusal("cap negative", b -> b.maxDelay(NEGATIVE), "maxDelay", "negative", "PT-0.005S"),
        refusal("cap null", b -> b.maxDelay(null), "maxDelay", "null"),
        refusal(
            "time limit negative",
            b -> b.totalTimeLimit(NEGATIVE),
            "totalTimeLimit",
            "negative",
            "PT-0.005S"),
        refusal("time limit null", b -> b.totalTimeLimit(null), "totalTimeLimit", "null"),
        refusal("delayFor null", b -> b.delayFor(null), "delayFor", "null"),
        refusal("skipWhen null", b -> b.skipWhen(null), "skipWhen", "null"),
        refusal("budget null", b -> b.budget(null), "budget", "null"),
        refusal(
            "token budget of nothing",
            b -> b.budget(RetryBudget.ofTokens(0, 0.1)),
            "capacity",
            "at least 1",
            "0"),
        refusal(
            "token budget never refilled",
            b -> b.budget(RetryBudget.ofTokens(5, 0)),
            "tokensPerSuccess",
            "between",
            "0.0"),
        refusal(
            "token budget refilled beyond its size",
            b -> b.budget(RetryBudget.ofTokens(5, 5.5)),
            "tokensPerSuccess",
            "5.5"),
        refusal(
            "share budget of 150 %", b -> b.budget(RetryBudget.ofShare(1.5, 0)), "share", "1.5"),
        refusal(
            "share budget with a negative minimum",
            b -> b.budget(RetryBudget.ofShare(0.5, -1)),
            "minimum",
            "at least 0",
            "-1"),
        refusal("retryOn nothing", b -> b.retryOn(), "retryOn", "at least one", "empty"),
        refusal("abortOn nothing", b -> b.abortOn(), "abortOn", "at least one", "empty"),
        refusal(
            "retryOn null", b -> b.retryOn((Class<? extends Throwable>[]) null), "retryOn", "null"),
        refusal(
            "abortOn null in it",
            b -> b.abortOn(IOException.class, null),
            "each member of abortOn",
            "null"),
        refusal("retryIf null", b -> b.retryIf(null), "retryIf", "null"),
        refusal("abortIf null", b -> b.abortIf(null), "abortIf", "null"),
        refusal(
            "result type null",
            b -> b.retryOnResult(null, x -> true),
            "retryOnResult type",
            "null"),
        refusal(
            "result condition null",
            b -> b.retryOnResult(String.class, null),
            "retryOnResult condition",
            "null"),
        refusal("onRetry null", b -> b.onRetry(null), "listener", "null"),
        refusal("onAttempt null", b -> b.onAttempt(null), "listener", "null"),
        refusal("onSuccess null", b -> b.onSuccess(null), "listener", "null"),
        refusal("onGiveUp null", b -> b.onGiveUp(null), "onGiveUp", "null"),
        refusal("name blank", b -> b.name(""), "name", "blank"),
        // contradictions, found when building
        refusal(
            "attempts and retries",
            b -> b.maxAttempts(3).maxRetries(2),
            "maxAttempts is 3",
            "maxRetries is 2",
            "set only one"),
        refusal(
            "cap below the first delay",
            b -> b.backoff(Backoff.exponential(SECOND)).maxDelay(Duration.ofMillis(999)),
            "maxDelay",
            "first delay PT1S",
            "PT0.999S",
            "raise maxDelay"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  @DisplayName("bad input is refused before anything runs, and the message says what to do")
  void refuses(String title, UnaryOperator<RetryBuilder> setting, String[] words) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> setting.apply(builder()).config())
        .satisfies(refused -> assertThat(refused.getMessage()).contains(words).contains(";"));
  }

  @Test
  @DisplayName("contradictions do not depend on the order of the setters")
  void orderOfSettersIsFree() {
    RetryConfig config =
        builder().maxDelay(Duration.ofSeconds(2)).backoff(Backoff.fixed(SECOND)).config();
    assertThat(config.maxDelay()).isEqualTo(Duration.ofSeconds(2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().maxDelay(Duration.ZERO).delay(SECOND).config());
    assertThat(builder().maxDelay(SECOND).delay(SECOND).config().maxDelay()).isEqualTo(SECOND);
  }

  @Test
  @DisplayName("the defaults: 3 attempts, 1 s x 2, full jitter, cap 60 s")
  void defaults() {
    RetryConfig config = builder().config();
    assertThat(config.name()).isEqualTo("retry");
    assertThat(config.maxAttempts()).isEqualTo(3);
    assertThat(config.backoff().delay(1)).isEqualTo(SECOND);
    assertThat(config.backoff().delay(3)).isEqualTo(Duration.ofSeconds(4));
    assertThat(config.jitter().apply(SECOND, new java.util.Random(1))).isLessThan(SECOND);
    assertThat(config.maxDelay()).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.totalTimeLimit()).isEmpty();
    assertThat(config.delayFor()).isEmpty();
    assertThat(config.skipWhen()).isEmpty();
    assertThat(config.wrapsExhausted()).isFalse();
    assertThat(config.judgesResults()).isFalse();
  }

  @Test
  @DisplayName("a cap alone may be below the default delay; it then is the delay")
  void capAlone() {
    assertThat(builder().maxDelay(Duration.ZERO).config().maxDelay()).isZero();
  }

  @Test
  @DisplayName("attempts count the first call, retries do not; unlimited has no end")
  void attempts() {
    assertThat(builder().maxAttempts(1).config().maxAttempts()).isEqualTo(1);
    assertThat(builder().maxRetries(0).config().maxAttempts()).isEqualTo(1);
    assertThat(builder().maxRetries(4).config().maxAttempts()).isEqualTo(5);
    assertThat(builder().maxRetries(Integer.MAX_VALUE).config().maxAttempts())
        .isEqualTo(Integer.MAX_VALUE);
    assertThat(builder().unlimitedAttempts().config().maxAttempts()).isEqualTo(Integer.MAX_VALUE);
    assertThat(Retry.ofAttempts(7).config().maxAttempts()).isEqualTo(7);
  }

  @Test
  @DisplayName("a total time limit of zero means none")
  void noTimeLimit() {
    assertThat(
            builder()
                .totalTimeLimit(SECOND)
                .totalTimeLimit(Duration.ZERO)
                .config()
                .totalTimeLimit())
        .isEmpty();
    assertThat(builder().totalTimeLimit(LONGEST).config().totalTimeLimit()).contains(LONGEST);
  }

  @Test
  @DisplayName("a backoff of the user that has no first delay does not break building")
  void backoffWithoutOpinion() {
    assertThatCode(() -> builder().backoff(retry -> null).maxDelay(SECOND).config())
        .doesNotThrowAnyException();
  }

  @Test
  @DisplayName("the longest durations there are work")
  void longest() {
    RetryConfig config =
        builder()
            .backoff(Backoff.exponential(LONGEST))
            .jitter(Jitter.plusMinus(LONGEST))
            .maxDelay(LONGEST)
            .config();
    assertThat(config.maxDelay()).isEqualTo(LONGEST);
  }

  @Test
  @DisplayName("a configuration keeps what it was built with, whatever the builder does next")
  void immutable() {
    RetryBuilder builder = builder().maxAttempts(3).retryOn(IOException.class);
    RetryConfig config = builder.config();
    builder.maxAttempts(9).retryOn(Error.class).retryOnNull();
    assertThat(config.maxAttempts()).isEqualTo(3);
    assertThat(config.retryOn().types()).containsExactly(IOException.class);
    assertThat(config.judgesResults()).isFalse();
    RetryConfig copy = config.toBuilder().maxAttempts(4).config();
    assertThat(copy.retryOn().types()).containsExactly(IOException.class);
    assertThat(copy.maxAttempts()).isEqualTo(4);
    assertThat(config.maxAttempts()).isEqualTo(3);
  }

  @Test
  @DisplayName("by default exceptions are retried; errors, rejections and cancellations are not")
  void kindsByDefault() {
    RetryConfig config = builder().config();
    assertThat(config.retriesFailure(new IOException())).isTrue();
    assertThat(config.retriesFailure(new ExecutionException(new IOException()))).isTrue();
    assertThat(config.retriesFailure(new AssertionError())).isFalse();
    assertThat(config.retriesFailure(new CompletionException(new AssertionError()))).isFalse();
    assertThat(config.retriesFailure(rejection())).isFalse();
    assertThat(config.retriesFailure(new CancellationException())).isFalse();
    assertThat(config.retriesFailure(new InterruptedException())).isFalse();
    assertThat(config.retriesFailure(new OutOfMemoryError())).isFalse();
  }

  @Test
  @DisplayName("R11, R20, P6: errors on request; interrupts and errors of the machine never")
  void kindsOnRequest() {
    RetryConfig config =
        builder()
            .retryOn(Throwable.class, InterruptedException.class, OutOfMemoryError.class)
            .config();
    assertThat(config.retriesFailure(new AssertionError())).isTrue();
    assertThat(config.retriesFailure(new InterruptedException())).isFalse();
    assertThat(config.retriesFailure(new OutOfMemoryError())).isFalse();
    assertThat(config.retriesFailure(new StackOverflowError())).isFalse();
    assertThat(config.retriesFailure(rejection())).isFalse();
  }

  @Test
  @DisplayName("rejections and cancellations are retried when named, not by a broader type")
  void named() {
    assertThat(builder().retryOn(RuntimeException.class).config().retriesFailure(rejection()))
        .isFalse();
    assertThat(builder().retryOn(CallRejectedException.class).config().retriesFailure(rejection()))
        .isTrue();
    assertThat(builder().retryOn(CircuitOpenException.class).config().retriesFailure(rejection()))
        .isTrue();
    assertThat(
            builder()
                .retryOn(CancellationException.class)
                .config()
                .retriesFailure(new CancellationException()))
        .isTrue();
    assertThat(builder().retryIf(failure -> true).config().retriesFailure(rejection())).isFalse();
  }

  @Test
  @DisplayName("abortOn is stronger than retryOn; predicates add to the types")
  void abortWins() {
    RetryConfig config =
        builder()
            .retryOn(Exception.class)
            .abortOn(IOException.class)
            .abortIf(failure -> "stop".equals(failure.getMessage()))
            .config();
    assertThat(config.retriesFailure(new IOException())).isFalse();
    assertThat(config.retriesFailure(new Exception("stop"))).isFalse();
    assertThat(config.retriesFailure(new Exception("go"))).isTrue();
    RetryConfig predicate =
        builder().retryIf(failure -> "go".equals(failure.getMessage())).config();
    assertThat(predicate.retriesFailure(new Exception("go"))).isTrue();
    assertThat(predicate.retriesFailure(new Exception("other"))).isFalse();
  }

  @Test
  @DisplayName("F23: a condition for null does not look at results of other kinds")
  void results() {
    RetryConfig config =
        builder().retryOnNull().retryOnResult(String.class, String::isEmpty).config();
    assertThat(config.judgesResults()).isTrue();
    assertThat(config.retriesResult(null)).isTrue();
    assertThat(config.retriesResult("")).isTrue();
    assertThat(config.retriesResult("x")).isFalse();
    assertThat(config.retriesResult(0)).isFalse();
  }

  @Test
  @DisplayName("onGiveUp hears of exhaustion only")
  void onGiveUp() {
    List<Reason> heard = new ArrayList<>();
    RetryConfig config = builder().onGiveUp(failed -> heard.add(failed.reason())).config();
    for (Reason reason : Reason.values()) {
      config.listeners().publish(new RetryFailed("retry", 1, reason, null, null));
    }
    assertThat(heard)
        .containsExactly(
            Reason.ATTEMPTS_EXHAUSTED, Reason.TIME_LIMIT, Reason.DEADLINE, Reason.BUDGET_EXHAUSTED);
  }

  @Test
  @DisplayName("the exceptions say how often, how long and why, and never show a result")
  void exceptions() {
    IOException last = new IOException("down");
    RetryExhaustedException failed =
        new RetryExhaustedException("catalog", 3, 1_500_000_000L, last, null, false);
    assertThat(failed)
        .hasMessage(
            "Retry exhausted: catalog gave up after 3 attempts in PT1.5S; last failure: " + last)
        .hasCause(last);
    assertThat(failed.lastFailure()).contains(last);
    assertThat(failed.lastResult()).isEmpty();
    assertThat(failed.getStackTrace()).isEmpty();
    RetryTimeoutException late = new RetryTimeoutException("catalog", 1, 5, null, "secret", true);
    assertThat(late)
        .hasMessage(
            "Retry time limit reached: catalog gave up after 1 attempt in PT0.000000005S;"
                + " the last result was not accepted");
    assertThat(late.lastResult()).contains("secret");
    assertThat(late.attempts()).isEqualTo(1);
    assertThat(late.elapsed()).isEqualTo(Duration.ofNanos(5));
    assertThat(late.policyName()).isEqualTo("catalog");
    assertThat(late.getStackTrace()).isNotEmpty();
  }

  private static CircuitOpenException rejection() {
    return new CircuitOpenException("inner", CircuitState.OPEN, 1, 0, 0, null, false);
  }
}

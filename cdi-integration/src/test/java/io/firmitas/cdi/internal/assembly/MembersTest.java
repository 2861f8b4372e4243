package io.firmitas.cdi.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.Ratio;
import io.firmitas.breaker.Window;
import io.firmitas.cdi.BackoffKind;
import io.firmitas.cdi.CircuitBreaker;
import io.firmitas.cdi.JitterKind;
import io.firmitas.cdi.Retry;
import io.firmitas.cdi.Switch;
import io.firmitas.cdi.Timeout;
import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.PolicyPlace;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.config.SettingsReader;
import io.firmitas.cdi.internal.method.AnnotationUse;
import io.firmitas.cdi.internal.method.BeanMethods;
import io.firmitas.cdi.internal.method.GuardedMethod;
import io.firmitas.cdi.internal.settings.PolicyKind;
import io.firmitas.retry.RetryConfig;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.TimeoutConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MembersTest {
  private final Problems problems = new Problems();
  private final PolicyRuntime runtime = new VirtualRuntime();

  static class Annotated {
    @Retry(
        name = "all",
        maxRetries = 7,
        delay = "100ms",
        backoff = BackoffKind.LINEAR,
        step = "50ms",
        maxDelay = "3s",
        jitter = JitterKind.NONE,
        totalTimeLimit = "1m",
        wrapExhausted = Switch.ON,
        retryOn = IOException.class,
        abortOn = IllegalStateException.class)
    void retry() {}

    @Retry(maxAttempts = Retry.UNLIMITED)
    void unlimited() {}

    @Retry(delay = "1s", multiplier = 3, jitter = JitterKind.PROPORTIONAL, jitterFactor = 0.5)
    void multiplied() {}

    @Retry(delay = "1s", jitter = JitterKind.ADDITIVE, jitterAmount = "1s")
    void additive() {}

    @CircuitBreaker(
        failureRate = 0.07,
        windowSize = 100,
        minimumCalls = 50,
        slowCallDuration = "2s",
        slowCallRate = 0.5,
        openTime = "5s",
        probes = 3,
        successThreshold = 2,
        probeLease = "30s",
        recoveryTime = "20s",
        recoveryFirstShare = 0.25,
        failOn = IOException.class,
        skipOn = IllegalStateException.class,
        ignore = UnsupportedOperationException.class,
        dryRun = Switch.ON)
    void breaker() {}

    @CircuitBreaker(failureThreshold = 3, windowDuration = "1m", probes = 4, successRate = 0.5)
    void timeWindow() {}

    @Timeout(value = "1500ms", name = "quick", detached = Switch.ON, interrupt = Switch.OFF)
    void timeout() {}
  }

  private BuilderCalls calls(PolicyKind kind, String methodName) throws NoSuchMethodException {
    Method method = Annotated.class.getDeclaredMethod(methodName);
    AnnotationUse use =
        new AnnotationUse(method.getAnnotation(kind.annotation()), "method", true, null);
    GuardedMethod guarded =
        new GuardedMethod(new BeanMethods(Annotated.class), method, Map.of(kind, use), null);
    PolicyPlace place = new PolicyPlace(guarded, kind);
    SettingsReader reader =
        new SettingsReader(
            new Configuration(new SmallRyeConfigBuilder().build()),
            problems,
            getClass().getClassLoader());
    return new BuilderCalls(
        place.describe(), reader.read(place, List.of(use)), new OwnCode(), problems);
  }

  private RetryConfig retry(String methodName) throws NoSuchMethodException {
    return RetryAssembly.build(
            io.firmitas.retry.Retry.builder().runtime(runtime), calls(PolicyKind.RETRY, methodName))
        .config();
  }

  private CircuitBreakerConfig breaker(String methodName) throws NoSuchMethodException {
    return BreakerAssembly.build(
            io.firmitas.breaker.CircuitBreaker.builder().runtime(runtime),
            calls(PolicyKind.CIRCUIT_BREAKER, methodName))
        .config();
  }

  @Test
  @DisplayName("CDI-40: every member of @Retry reaches the retry")
  void retryMembers() throws NoSuchMethodException {
    RetryConfig config = retry("retry");
    assertThat(config.maxAttempts()).isEqualTo(8);
    assertThat(config.backoff().delay(3)).isEqualTo(Duration.ofMillis(200));
    assertThat(config.maxDelay()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.jitter().apply(Duration.ofSeconds(1), new Random(1)))
        .isEqualTo(Duration.ofSeconds(1));
    assertThat(config.totalTimeLimit()).contains(Duration.ofMinutes(1));
    assertThat(config.wrapsExhausted()).isTrue();
    assertThat(config.retryOn().types()).containsExactly(IOException.class);
    assertThat(config.abortOn().types()).containsExactly(IllegalStateException.class);
    assertThat(config.runtime()).isSameAs(runtime);
    assertThat(retry("unlimited").maxAttempts()).isEqualTo(Integer.MAX_VALUE);
    assertThat(retry("multiplied").backoff().delay(3)).isEqualTo(Duration.ofSeconds(9));
    assertThat(retry("additive").jitter().apply(Duration.ofSeconds(1), new Random(1)))
        .isGreaterThan(Duration.ofSeconds(1));
    assertThat(problems.all()).isEmpty();
  }

  @Test
  @DisplayName("CDI-40: every member of @CircuitBreaker reaches the breaker")
  void breakerMembers() throws NoSuchMethodException {
    CircuitBreakerConfig config = breaker("breaker");
    assertThat(config.failureRate()).contains(Ratio.of("rate", 0.07));
    assertThat(config.window()).isEqualTo(Window.ofCalls(100));
    assertThat(config.minimumCalls()).isEqualTo(50);
    assertThat(config.slowCallDuration()).contains(Duration.ofSeconds(2));
    assertThat(config.slowCallRate()).contains(Ratio.of("rate", 0.5));
    assertThat(config.probes()).isEqualTo(3);
    assertThat(config.successThreshold()).isEqualTo(2);
    assertThat(config.openTime()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.probeLease()).contains(Duration.ofSeconds(30));
    assertThat(config.recoveryTime()).contains(Duration.ofSeconds(20));
    assertThat(config.recoveryShare()).isEqualTo(Ratio.of("share", 0.25));
    assertThat(config.failOn().types()).containsExactly(IOException.class);
    assertThat(config.skipOn().types()).containsExactly(IllegalStateException.class);
    assertThat(config.ignore().types()).containsExactly(UnsupportedOperationException.class);
    assertThat(config.dryRun()).isTrue();
    CircuitBreakerConfig time = breaker("timeWindow");
    assertThat(time.window()).isEqualTo(Window.ofTime(Duration.ofMinutes(1)));
    assertThat(time.failureThreshold()).isEqualTo(3);
    assertThat(time.successThreshold()).as("half of four probes").isEqualTo(2);
    assertThat(problems.all()).isEmpty();
  }

  @Test
  @DisplayName("CDI-40: every member of @Timeout reaches the timeout")
  void timeoutMembers() throws NoSuchMethodException {
    TimeoutConfig config =
        TimeoutAssembly.build(
                io.firmitas.timeout.Timeout.builder(TimeoutAssembly.ANY_LENGTH).runtime(runtime),
                calls(PolicyKind.TIMEOUT, "timeout"))
            .config();
    assertThat(config.length()).isEqualTo(Duration.ofMillis(1500));
    assertThat(config.detached()).isTrue();
    assertThat(config.interrupts()).isFalse();
  }

  @ParameterizedTest
  @DisplayName(
      "CDI-22: types that answer later in an unknown way, and their subtypes, are refused; others"
          + " are not")
  @CsvSource({
    "java.util.concurrent.Future, true",
    "java.util.concurrent.FutureTask, true",
    "java.util.concurrent.Flow$Publisher, true",
    "java.util.concurrent.SubmissionPublisher, true",
    "java.util.concurrent.CompletionStage, false",
    "java.util.concurrent.CompletableFuture, false",
    "java.lang.String, false",
    "java.util.stream.Stream, false",
  })
  void returnTypes(String type, boolean refused) throws ClassNotFoundException {
    assertThat(ReturnTypes.refusal(Class.forName(type)).isPresent()).isEqualTo(refused);
  }
}

package io.firmitas.tck.rules.hostile;

import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.CircuitCallIgnored;
import io.firmitas.event.CircuitCallPermitted;
import io.firmitas.event.FallbackFailed;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.SourceAnswered;
import io.firmitas.event.TimeoutKept;
import io.firmitas.fallback.FallbackBuilder;
import io.firmitas.retry.RetryBudget;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.sources.SourcesBuilder;
import io.firmitas.timeout.TimeoutBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * All hooks of all builders; a test of the kit finds out when a builder has one that is not here.
 */
final class Hooks {
  private static final Duration MINUTE = Duration.ofSeconds(60);
  private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
  private static final Duration NEGATIVE = Duration.ofSeconds(-1);

  private static final Act YES = Act.answering("true", true);
  private static final Act NO = Act.answering("false", false);
  private static final Act ZERO = Act.answering("zero", Duration.ZERO);
  private static final Act ONE_MINUTE = Act.answering("a minute", MINUTE);
  private static final Act NULL = Act.answering("null", null);

  /** Fallbacks of these tests are for any object. */
  @SuppressWarnings("unchecked")
  private static final Class<FallbackBuilder<Object>> FALLBACK =
      (Class<FallbackBuilder<Object>>) (Class<?>) FallbackBuilder.class;

  @SuppressWarnings("unchecked")
  private static final Class<SourcesBuilder<String>> SOURCES =
      (Class<SourcesBuilder<String>>) (Class<?>) SourcesBuilder.class;

  private Hooks() {}

  static List<Hook<?>> all() {
    List<Hook<?>> all = new ArrayList<>(ofBreaker());
    all.addAll(ofRetry());
    all.addAll(ofTimeout());
    all.addAll(ofFallback());
    all.addAll(ofSources());
    all.addAll(ofChoice());
    return all;
  }

  static List<Hook<?>> ofBreaker() {
    Class<CircuitBreakerBuilder> breaker = CircuitBreakerBuilder.class;
    return List.of(
        Hook.decision(
            breaker, "failIf(Predicate)", (b, trap) -> b.failIf(f -> trap.spring(true)), NO),
        Hook.decision(
            breaker, "ignoreIf(Predicate)", (b, trap) -> b.ignoreIf(f -> trap.spring(false)), YES),
        Hook.decision(
            breaker,
            "failOnResult(Class,Predicate)",
            (b, trap) -> b.failOnResult(String.class, r -> trap.spring(false)),
            null),
        openTime(
            Hook.decision(
                breaker,
                "openTimeFor(Function)",
                (b, trap) -> b.openTimeFor(f -> trap.spring(MINUTE)),
                Act.NOTHING)),
        openTime(
            Hook.decision(
                breaker,
                "openTime(Backoff)",
                (b, trap) -> b.openTime(opening -> trap.spring(MINUTE)),
                Act.NOTHING)),
        Hook.listener(
            breaker, "onStateChange(Consumer)", "", (b, trap) -> b.onStateChange(trap::spring)),
        Hook.listener(breaker, "onOpen(Consumer)", "", (b, trap) -> b.onOpen(trap::spring)),
        Hook.listener(breaker, "onHalfOpen(Consumer)", "", (b, trap) -> b.onHalfOpen(trap::spring)),
        Hook.listener(breaker, "onClose(Consumer)", "", (b, trap) -> b.onClose(trap::spring)),
        Hook.listener(breaker, "onFailure(Consumer)", "", (b, trap) -> b.onFailure(trap::spring)),
        Hook.listener(breaker, "onSuccess(Consumer)", "", (b, trap) -> b.onSuccess(trap::spring)),
        Hook.listener(breaker, "onRejected(Consumer)", "", (b, trap) -> b.onRejected(trap::spring)),
        Hook.listener(
            breaker, "listener(PolicyListener)", "", (b, trap) -> b.listener(trap::spring)),
        Hook.listener(
            breaker,
            "onEvent(Class,Consumer)",
            "permitted",
            (b, trap) -> b.onEvent(CircuitCallPermitted.class, trap::spring)),
        Hook.listener(
            breaker,
            "onEvent(Class,Consumer)",
            IGNORED,
            (b, trap) -> b.onEvent(CircuitCallIgnored.class, trap::spring)));
  }

  /** Those of a gate and a recorder, which tell nothing of calls that are ignored. */
  static List<Hook<?>> ofHalves() {
    return ofBreaker().stream().filter(hook -> !hook.part().equals(IGNORED)).toList();
  }

  private static final String IGNORED = "ignored";

  /** An answer that is no time to stay open is no answer. */
  private static <B> Hook<B> openTime(Hook<B> hook) {
    return hook.nonsense("null", null, Act.NOTHING)
        .nonsense("zero", Duration.ZERO, Act.NOTHING)
        .nonsense("a negative time", NEGATIVE, Act.NOTHING)
        .nonsense("the longest time", LONGEST, null);
  }

  static List<Hook<?>> ofRetry() {
    Class<RetryBuilder> retry = RetryBuilder.class;
    return List.of(
        Hook.decision(
            retry, "retryIf(Predicate)", (b, trap) -> b.retryIf(f -> trap.spring(true)), NO),
        Hook.decision(
            retry, "abortIf(Predicate)", (b, trap) -> b.abortIf(f -> trap.spring(false)), YES),
        Hook.decision(
            retry,
            "retryOnResult(Class,Predicate)",
            (b, trap) -> b.retryOnResult(String.class, r -> trap.spring("bad".equals(r))),
            NO),
        Hook.decision(
                retry,
                "delayFor(DelayFunction)",
                (b, trap) -> b.delayFor((f, attempt) -> trap.spring(Duration.ofSeconds(2))),
                NULL)
            .nonsense("a negative delay", NEGATIVE, NULL)
            .nonsense("the longest delay", LONGEST, ONE_MINUTE),
        Hook.decision(
                retry,
                "backoff(Backoff)",
                (b, trap) -> b.backoff(n -> trap.spring(Duration.ofSeconds(1))),
                ZERO)
            .nonsense("null", null, ZERO)
            .nonsense("a negative delay", NEGATIVE, ZERO)
            .nonsense("the longest delay", LONGEST, ONE_MINUTE),
        Hook.decision(
                retry,
                "jitter(Jitter)",
                (b, trap) -> b.jitter((delay, random) -> trap.spring(delay)),
                Act.NOTHING)
            .nonsense("null", null, Act.NOTHING)
            .nonsense("a negative delay", NEGATIVE, ZERO)
            .nonsense("the longest delay", LONGEST, ONE_MINUTE),
        Hook.decision(
            retry,
            "skipWhen(Predicate)",
            (b, trap) -> b.skipWhen(context -> trap.spring(false)),
            Act.NOTHING),
        budget("callStarted", Act.NOTHING),
        budget("tryRetry", NO),
        budget("callEnded", Act.NOTHING),
        Hook.listener(retry, "onAttempt(Consumer)", "", (b, trap) -> b.onAttempt(trap::spring)),
        Hook.listener(retry, "onRetry(Consumer)", "", (b, trap) -> b.onRetry(trap::spring)),
        Hook.listener(retry, "onSuccess(Consumer)", "", (b, trap) -> b.onSuccess(trap::spring)),
        Hook.listener(retry, "onGiveUp(Consumer)", "", (b, trap) -> b.onGiveUp(trap::spring)),
        Hook.listener(retry, "listener(PolicyListener)", "", (b, trap) -> b.listener(trap::spring)),
        Hook.listener(
            retry,
            "onEvent(Class,Consumer)",
            "failed",
            (b, trap) -> b.onEvent(RetryFailed.class, trap::spring)),
        Hook.listener(
            retry,
            "onEvent(Class,Consumer)",
            "callback failed",
            (b, trap) ->
                b.onAttempt(
                        started -> {
                          throw new IllegalStateException("another listener");
                        })
                    .onEvent(CallbackFailed.class, trap::spring)));
  }

  private static Hook<RetryBuilder> budget(String method, Act asIfItThrew) {
    return Hook.decision(
            RetryBuilder.class,
            "budget(RetryBudget)",
            (b, trap) -> b.budget(new HostileBudget(method, trap)),
            asIfItThrew)
        .part(method);
  }

  private record HostileBudget(String method, Trap trap) implements RetryBudget {
    @Override
    public void callStarted() {
      trap.callStarted();
      at("callStarted", true);
    }

    @Override
    public boolean tryRetry(boolean first) {
      return at("tryRetry", true);
    }

    @Override
    public void callEnded(boolean succeeded, boolean retried) {
      trap.callEnded();
      at("callEnded", true);
    }

    private boolean at(String asked, boolean ordinary) {
      return asked.equals(method) ? trap.spring(ordinary) : ordinary;
    }
  }

  static List<Hook<?>> ofTimeout() {
    Class<TimeoutBuilder> timeout = TimeoutBuilder.class;
    return List.of(
        Hook.listener(timeout, "onTimeout(Consumer)", "", (b, trap) -> b.onTimeout(trap::spring)),
        Hook.listener(
            timeout, "listener(PolicyListener)", "", (b, trap) -> b.listener(trap::spring)),
        Hook.listener(
            timeout,
            "onEvent(Class,Consumer)",
            "kept",
            (b, trap) -> b.onEvent(TimeoutKept.class, trap::spring)));
  }

  static List<Hook<?>> ofFallback() {
    return List.of(
        Hook.answer(
            FALLBACK,
            "on(Class,FallbackFunction)",
            (b, trap) -> b.on(IOException.class, f -> trap.<Object>spring("cached"))),
        Hook.answer(
            FALLBACK,
            "on(Class,ContextualFallbackFunction)",
            (b, trap) -> b.on(IOException.class, (f, context) -> trap.<Object>spring("cached"))),
        Hook.answer(
                FALLBACK,
                "onAsync(Class,ContextualFallbackFunction)",
                (b, trap) ->
                    b.<IOException>onAsync(
                        IOException.class,
                        (f, context) ->
                            trap.<CompletionStage<Object>>spring(
                                CompletableFuture.completedFuture("cached"))))
            .nonsense(
                "a stage that was cancelled",
                CompletableFuture.failedFuture(
                    new java.util.concurrent.CancellationException("hostile")),
                null),
        Hook.decision(
                FALLBACK,
                "onFailure(Predicate,FallbackFunction)",
                (b, trap) -> b.onFailure(f -> trap.spring(true), f -> "cached"),
                NO)
            .part("condition"),
        Hook.answer(
                FALLBACK,
                "onFailure(Predicate,FallbackFunction)",
                (b, trap) -> b.onFailure(f -> true, f -> trap.<Object>spring("cached")))
            .part("function"),
        Hook.answer(
            FALLBACK,
            "mapFailure(Class,FallbackFunction)",
            (b, trap) ->
                b.mapFailure(
                    IOException.class, f -> trap.<Exception>spring(new MappedException()))),
        Hook.decision(
                FALLBACK,
                "onResult(Predicate,FallbackFunction)",
                (b, trap) -> b.onResult(r -> trap.spring("bad".equals(r)), r -> "cached"),
                NO)
            .part("condition"),
        Hook.answer(
                FALLBACK,
                "onResult(Predicate,FallbackFunction)",
                (b, trap) -> b.onResult("bad"::equals, r -> trap.<Object>spring("cached")))
            .part("function"),
        Hook.decision(
                FALLBACK,
                "lastKnownGood(Duration,int,Function)",
                (b, trap) ->
                    b.lastKnownGood(Duration.ofHours(1), 1, context -> trap.<Object>spring("key")),
                NULL)
            .nonsense("null", null, NULL)
            .nonsense("a key without hash code", new HostileKey(true), NULL)
            .nonsense(
                new Act(
                    "answers a key that cannot be compared",
                    Act.Kind.ANSWERS,
                    (trap, ordinary) -> new HostileKey(false)),
                NULL),
        Hook.listener(
            FALLBACK, "onFallback(Consumer)", "", (b, trap) -> b.onFallback(trap::spring)),
        Hook.listener(
            FALLBACK, "listener(PolicyListener)", "", (b, trap) -> b.listener(trap::spring)),
        Hook.listener(
            FALLBACK,
            "onEvent(Class,Consumer)",
            "failed",
            (b, trap) -> b.onEvent(FallbackFailed.class, trap::spring)));
  }

  /** What a failure is turned into. */
  static final class MappedException extends Exception {
    private static final long serialVersionUID = 1L;

    MappedException() {
      super("mapped");
    }
  }

  /** A key that throws when a table asks it for its hash code, or compares it. */
  private static final class HostileKey {
    private final boolean withoutHashCode;

    HostileKey(boolean withoutHashCode) {
      this.withoutHashCode = withoutHashCode;
    }

    @Override
    public int hashCode() {
      if (withoutHashCode) {
        throw new IllegalStateException("hostile hashCode");
      }
      return 1;
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
      if (other == this) {
        return true;
      }
      throw new IllegalStateException("hostile equals");
    }
  }

  static List<Hook<?>> ofSources() {
    return List.of(
        Hook.decision(
            SOURCES,
            "fatalIf(Predicate)",
            (b, trap) -> b.fatalIf(f -> trap.spring(false)),
            Act.NOTHING),
        Hook.decision(SOURCES, "skip(Predicate)", (b, trap) -> b.skip(s -> trap.spring(false)), YES)
            .part(AT_BUILD),
        Hook.decision(
            SOURCES,
            "coldStart(Predicate)",
            (b, trap) -> b.coldStart(context -> trap.spring(false)),
            Act.NOTHING),
        Hook.listener(
            SOURCES, "onSourceFailed(Consumer)", "", (b, trap) -> b.onSourceFailed(trap::spring)),
        Hook.listener(
            SOURCES, "onSwitchedOff(Consumer)", "", (b, trap) -> b.onSwitchedOff(trap::spring)),
        Hook.listener(
            SOURCES, "listener(PolicyListener)", "", (b, trap) -> b.listener(trap::spring)),
        Hook.listener(
            SOURCES,
            "onEvent(Class,Consumer)",
            "answered",
            (b, trap) -> b.onEvent(SourceAnswered.class, trap::spring)));
  }

  /** The part of a hook that is asked when its policy is built. */
  static final String AT_BUILD = "asked when built";

  /** {@code Policies.when} has no builder; the condition is put into this. */
  static final class Choice {
    java.util.function.Predicate<io.firmitas.Context> condition = context -> true;
  }

  static List<Hook<?>> ofChoice() {
    return List.of(
        Hook.answer(
            Choice.class,
            "when(Predicate,Policy,Policy)",
            (b, trap) -> b.condition = context -> trap.spring(true)));
  }
}

package io.firmitas.cdi.internal.assembly;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.FailureMatcher;
import io.firmitas.cdi.internal.carry.GuardedCall;
import io.firmitas.cdi.internal.config.Settings;
import io.firmitas.cdi.internal.fallback.Answer;
import io.firmitas.cdi.internal.settings.FallbackSettings;
import io.firmitas.fallback.Fallback;
import io.firmitas.fallback.FallbackBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Builds fallbacks. The call that failed travels in the context of the call. */
final class FallbackAssembly {
  /** The call that a guard is making. */
  static final ContextKey<GuardedCall> CALL = ContextKey.named("call");

  /** How many results are remembered by default. */
  private static final int REMEMBERED = 100;

  private FallbackAssembly() {}

  static @Nullable Fallback<@Nullable Object> build(
      FallbackBuilder<@Nullable Object> builder, List<Answer> answers, BuilderCalls calls) {
    boolean remembers = calls.settings().has(FallbackSettings.LAST_KNOWN_GOOD);
    if (answers.isEmpty() && !remembers) {
      return null;
    }
    setLastKnownGood(builder, calls);
    for (Class<? extends Throwable> type :
        calls.settings().get(FallbackSettings.SKIP_ON, List.of())) {
      skip(builder, type);
    }
    List<Class<? extends Throwable>> applyOn =
        calls.settings().get(FallbackSettings.APPLY_ON, List.of());
    boolean answersNothing = !answers.isEmpty();
    for (Answer answer : answers) {
      for (Class<? extends Throwable> type :
          applyOn.isEmpty() ? List.of(Exception.class) : applyOn) {
        if (answer.failureType().isAssignableFrom(type)) {
          add(builder, type, answer);
          answersNothing = false;
        } else if (type.isAssignableFrom(answer.failureType())) {
          add(builder, answer.failureType(), answer);
          answersNothing = false;
        }
      }
    }
    if (answersNothing) {
      calls.problem(
          "answers no failure: it takes "
              + answers.get(0).failureType().getName()
              + ", and applies to "
              + (applyOn.isEmpty() ? "exceptions" : "others"),
          "name what it takes in applyOn");
      return null;
    }
    return calls.build(builder::build);
  }

  /** Results are remembered by the arguments of the call. They answer whatever the failure is. */
  private static void setLastKnownGood(
      FallbackBuilder<@Nullable Object> builder, BuilderCalls calls) {
    Settings settings = calls.settings();
    boolean remembers = settings.has(FallbackSettings.LAST_KNOWN_GOOD);
    if (!remembers) {
      if (settings.has(FallbackSettings.LAST_KNOWN_GOOD_ENTRIES)) {
        calls.problem(
            "last-known-good-entries has no effect without last-known-good",
            "set last-known-good, or leave out both");
      }
      return;
    }
    if (settings.has(FallbackSettings.APPLY_ON) || settings.has(FallbackSettings.SKIP_ON)) {
      calls.problem(
          "last-known-good answers all exceptions, so apply-on and skip-on contradict it",
          "leave out the one or the other");
    }
    calls.setFrom(
        List.of(FallbackSettings.LAST_KNOWN_GOOD, FallbackSettings.LAST_KNOWN_GOOD_ENTRIES),
        () ->
            builder.lastKnownGood(
                settings.get(FallbackSettings.LAST_KNOWN_GOOD, Duration.ZERO),
                settings.get(FallbackSettings.LAST_KNOWN_GOOD_ENTRIES, REMEMBERED),
                context -> call(context).arguments()));
  }

  /**
   * A failure that is skipped is turned into itself; handlers are asked in order, so this is
   * stronger than the answers.
   */
  private static <E extends Throwable> void skip(
      FallbackBuilder<@Nullable Object> builder, Class<E> type) {
    builder.mapFailure(
        type,
        failure -> {
          throw FailureMatcher.rethrow(failure);
        });
  }

  // unchecked: an answer that comes later is a stage, see Answer.later. NullAway: the type argument
  // is nullable.
  @SuppressWarnings({"unchecked", "NullAway"})
  private static <E extends Throwable> void add(
      FallbackBuilder<@Nullable Object> builder, Class<E> type, Answer answer) {
    if (answer.later()) {
      builder.onAsync(
          type,
          (E failure, Context context) ->
              (CompletionStage<@Nullable Object>) call(context).answer(answer.function(), failure));
    } else {
      builder.on(
          type, (E failure, Context context) -> call(context).answer(answer.function(), failure));
    }
  }

  private static GuardedCall call(Context context) {
    return context.get(CALL).orElseThrow();
  }
}

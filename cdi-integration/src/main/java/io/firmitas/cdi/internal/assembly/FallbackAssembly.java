package io.firmitas.cdi.internal.assembly;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.cdi.internal.carry.GuardedCall;
import io.firmitas.cdi.internal.fallback.Answer;
import io.firmitas.cdi.internal.settings.FallbackSettings;
import io.firmitas.fallback.Fallback;
import io.firmitas.fallback.FallbackBuilder;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Builds fallbacks. The call that failed travels in the context of the call. */
final class FallbackAssembly {
  /** The call that a guard is making. */
  static final ContextKey<GuardedCall> CALL = ContextKey.named("call");

  private FallbackAssembly() {}

  static @Nullable Fallback<@Nullable Object> build(
      String name, PolicyRuntime runtime, List<Answer> answers, BuilderCalls calls) {
    if (answers.isEmpty()) {
      return null;
    }
    FallbackBuilder<@Nullable Object> builder =
        Fallback.<@Nullable Object>builder().name(name).runtime(runtime);
    for (Class<? extends Throwable> type :
        calls.settings().get(FallbackSettings.SKIP_ON, List.of())) {
      skip(builder, type);
    }
    List<Class<? extends Throwable>> applyOn =
        calls.settings().get(FallbackSettings.APPLY_ON, List.of());
    for (Answer answer : answers) {
      for (Class<? extends Throwable> type :
          applyOn.isEmpty() ? List.of(Exception.class) : applyOn) {
        if (answer.failureType().isAssignableFrom(type)) {
          add(builder, type, answer);
        } else if (type.isAssignableFrom(answer.failureType())) {
          add(builder, answer.failureType(), answer);
        }
      }
    }
    return calls.build(builder::build);
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

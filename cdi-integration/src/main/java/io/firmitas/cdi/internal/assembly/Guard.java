package io.firmitas.cdi.internal.assembly;

import io.firmitas.CallFailedException;
import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.cdi.internal.carry.GuardedCall;
import io.firmitas.cdi.internal.carry.SourceArgument;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The policies of one method of one bean class. Made at deployment; a call only runs them.
 * Thread-safe.
 */
public abstract class Guard {
  /** The guard of methods without policies. */
  public static final Guard NONE =
      new Guard() {
        @Override
        public @Nullable Object call(GuardedCall call) throws Exception {
          return call.invoke(Context.root());
        }
      };

  /** Makes a call under the policies. */
  public abstract @Nullable Object call(GuardedCall call) throws Exception;

  /** What the policies are, outermost first. */
  public String describe() {
    return "";
  }

  /**
   * How a guard makes calls.
   *
   * @param async whether the method returns a stage
   * @param answers whether a policy makes answers of its own and needs to know the call
   * @param source what gives the method its source, or {@code null} when it takes none
   */
  record Style(boolean async, boolean answers, @Nullable SourceArgument source) {
    private Context contextOf(GuardedCall call) {
      if (source != null) {
        call.choose(source);
      }
      return answers ? Context.root().with(FallbackAssembly.CALL, call) : Context.root();
    }
  }

  /** Makes a guard. */
  static Guard of(Policy<@Nullable Object> policy, Method method, Style style) {
    return style.async()
        ? new AsyncGuard(policy, style)
        : new SyncGuard(policy, style, declaresInterrupts(method));
  }

  /** The policy that only makes the call. */
  static Policy<@Nullable Object> nothing() {
    return Policy.of(
        (call, context) -> call.invoke(context),
        (call, context) -> {
          try {
            return call.invoke(context)
                .<@Nullable Object>thenApply(result -> result)
                .toCompletableFuture();
          } catch (Exception failure) {
            return CompletableFuture.failedFuture(failure);
          }
        });
  }

  private static boolean declaresInterrupts(Method method) {
    return Arrays.stream(method.getExceptionTypes())
        .anyMatch(type -> type.isAssignableFrom(InterruptedException.class));
  }

  private static final class SyncGuard extends Guard {
    private final Policy<@Nullable Object> policy;
    private final Style style;
    private final boolean declaresInterrupts;

    SyncGuard(Policy<@Nullable Object> policy, Style style, boolean declaresInterrupts) {
      this.policy = policy;
      this.style = style;
      this.declaresInterrupts = declaresInterrupts;
    }

    @Override
    public @Nullable Object call(GuardedCall call) throws Exception {
      try {
        return policy.execute(call, style.contextOf(call));
      } catch (InterruptedException interrupted) {
        if (declaresInterrupts) {
          throw interrupted;
        }
        // The caller cannot catch a checked exception that the method does not declare; the flag
        // tells it instead.
        Thread.currentThread().interrupt();
        throw new CallFailedException(interrupted);
      }
    }

    @Override
    public String describe() {
      return policy.describe();
    }
  }

  private static final class AsyncGuard extends Guard {
    private final Policy<@Nullable Object> policy;
    private final Style style;

    AsyncGuard(Policy<@Nullable Object> policy, Style style) {
      this.policy = policy;
      this.style = style;
    }

    @Override
    // unchecked: a guard is asynchronous when the method returns a stage. The caller gets the
    // future, as an Object. NullAway: a stage that is null fails the attempt.
    @SuppressWarnings({"unchecked", "FutureReturnValueIgnored", "NullAway"})
    public @Nullable Object call(GuardedCall call) {
      try {
        return policy.executeAsync(
            context -> (CompletionStage<@Nullable Object>) call.invoke(context),
            style.contextOf(call));
      } finally {
        call.returned();
      }
    }

    @Override
    public String describe() {
      return policy.describe();
    }
  }
}

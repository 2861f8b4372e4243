package io.firmitas.cdi.internal.assembly;

import io.firmitas.CallFailedException;
import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.cdi.internal.carry.GuardedCall;
import java.lang.reflect.Method;
import java.util.Arrays;
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
   * Makes a guard.
   *
   * @param answers whether a policy makes answers of its own and needs to know the call
   */
  static Guard of(Policy<@Nullable Object> policy, Method method, boolean async, boolean answers) {
    return async
        ? new AsyncGuard(policy, answers)
        : new SyncGuard(policy, answers, declaresInterrupts(method));
  }

  private static boolean declaresInterrupts(Method method) {
    return Arrays.stream(method.getExceptionTypes())
        .anyMatch(type -> type.isAssignableFrom(InterruptedException.class));
  }

  private static Context contextOf(GuardedCall call, boolean answers) {
    return answers ? Context.root().with(FallbackAssembly.CALL, call) : Context.root();
  }

  private static final class SyncGuard extends Guard {
    private final Policy<@Nullable Object> policy;
    private final boolean answers;
    private final boolean declaresInterrupts;

    SyncGuard(Policy<@Nullable Object> policy, boolean answers, boolean declaresInterrupts) {
      this.policy = policy;
      this.answers = answers;
      this.declaresInterrupts = declaresInterrupts;
    }

    @Override
    public @Nullable Object call(GuardedCall call) throws Exception {
      try {
        return policy.execute(call, contextOf(call, answers));
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
    private final boolean answers;

    AsyncGuard(Policy<@Nullable Object> policy, boolean answers) {
      this.policy = policy;
      this.answers = answers;
    }

    @Override
    // unchecked: a guard is asynchronous when the method returns a stage. The caller gets the
    // future, as an Object. NullAway: a stage that is null fails the attempt.
    @SuppressWarnings({"unchecked", "FutureReturnValueIgnored", "NullAway"})
    public @Nullable Object call(GuardedCall call) {
      try {
        return policy.executeAsync(
            context -> (CompletionStage<@Nullable Object>) call.invoke(context),
            contextOf(call, answers));
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

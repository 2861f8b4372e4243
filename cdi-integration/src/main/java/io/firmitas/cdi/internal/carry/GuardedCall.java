package io.firmitas.cdi.internal.carry;

import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.cdi.internal.fallback.Answer;
import jakarta.interceptor.InvocationContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * One call of a guarded method: makes its attempts and fallbacks on whatever thread the policies
 * run them. On the thread of the caller, before the call returns, there is nothing to carry.
 */
public final class GuardedCall implements Call<@Nullable Object> {
  private final InvocationContext invocation;
  private final CallerSnapshot snapshot;
  private final Thread caller = Thread.currentThread();
  private final ClassLoader loader = caller.getContextClassLoader();

  /** Only the caller's own thread looks at it and sets it. */
  private boolean returned;

  GuardedCall(InvocationContext invocation, CallerSnapshot snapshot) {
    this.invocation = invocation;
    this.snapshot = snapshot;
  }

  /** Makes an attempt. */
  @Override
  @SuppressWarnings("NullAway") // it does not see that the type argument is nullable
  public @Nullable Object invoke(Context context) throws Exception {
    return isAtCaller() ? invocation.proceed() : runAway(invocation::proceed);
  }

  /** Makes the answer of a fallback. */
  public @Nullable Object answer(Answer.Function function, Throwable failure) throws Exception {
    return isAtCaller()
        ? function.apply(invocation, failure)
        : runAway(() -> function.apply(invocation, failure));
  }

  /** The arguments of the call, a copy; an attempt may change them. */
  public List<@Nullable Object> arguments() {
    return new ArrayList<>(Arrays.asList(invocation.getParameters()));
  }

  /** The caller has its stage; what comes on its thread from now on is something else. */
  public void returned() {
    returned = true;
  }

  private @Nullable Object runAway(Callable<@Nullable Object> part) throws Exception {
    return snapshot.contexts().runAway(loader, snapshot.captured(), part);
  }

  private boolean isAtCaller() {
    return Thread.currentThread() == caller && !returned;
  }
}

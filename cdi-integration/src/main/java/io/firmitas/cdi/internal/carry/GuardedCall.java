package io.firmitas.cdi.internal.carry;

import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.cdi.internal.fallback.Answer;
import jakarta.interceptor.InvocationContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * One call of a guarded method: makes its attempts and fallbacks on whatever thread the policies
 * run them. On the thread of the caller, before the call returns, there is nothing to carry.
 */
public final class GuardedCall implements Call<@Nullable Object> {
  private final InvocationContext invocation;
  private final CallerSnapshot snapshot;
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

  /** The thread of the caller until it has its stage; nothing to any other thread. */
  private @Nullable Thread caller = Thread.currentThread();

  private @Nullable Choice choice;

  /** What each attempt is given, and what the caller passed. */
  private static final class Choice {
    final SourceArgument source;
    final @Nullable Object[] passed;

    Choice(SourceArgument source, @Nullable Object[] passed) {
      this.source = source;
      this.passed = passed;
    }
  }

  GuardedCall(InvocationContext invocation, CallerSnapshot snapshot) {
    this.invocation = invocation;
    this.snapshot = snapshot;
  }

  /** Gives each attempt the source that it is for. Comes before the first attempt. */
  public void choose(SourceArgument argument) {
    choice = new Choice(argument, invocation.getParameters().clone());
  }

  /** Makes an attempt. */
  @Override
  @SuppressWarnings("NullAway") // it does not see that the type argument is nullable
  public @Nullable Object invoke(Context context) throws Exception {
    return isAtCaller() ? proceed(context) : runAway(() -> proceed(context));
  }

  /**
   * The arguments are not put back afterwards: an attempt that was abandoned may end when the next
   * one is just beginning.
   */
  private @Nullable Object proceed(Context context) throws Exception {
    Choice made = choice;
    if (made != null) {
      if (context.isCancelled()) {
        // Too late: the next attempt may be choosing already.
        throw new CancellationException("given up before the attempt began");
      }
      invocation.setParameters(made.source.in(made.passed, context));
    }
    return invocation.proceed();
  }

  /** Makes the answer of a fallback. */
  public @Nullable Object answer(Answer.Function function, Throwable failure) throws Exception {
    Callable<@Nullable Object> answer =
        () -> function.apply(invocation.getTarget(), current(), failure);
    return isAtCaller() ? answer.call() : runAway(answer);
  }

  private @Nullable Object[] current() {
    Choice made = choice;
    return made == null ? invocation.getParameters() : made.passed.clone();
  }

  /** The arguments of the call, a copy; an attempt may change them. */
  public List<@Nullable Object> arguments() {
    return new ArrayList<>(Arrays.asList(current()));
  }

  /** The caller has its stage; what comes on its thread from now on is something else. */
  public void returned() {
    caller = null;
  }

  private @Nullable Object runAway(Callable<@Nullable Object> part) throws Exception {
    return snapshot.contexts().runAway(loader, snapshot.captured(), part);
  }

  private boolean isAtCaller() {
    return Thread.currentThread() == caller;
  }
}

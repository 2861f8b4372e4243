package io.firmitas;

import io.firmitas.internal.Arguments;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Composes policies. */
public final class Policies {
  private Policies() {}

  /**
   * Composes policies, the first argument outermost: a call passes the first policy first, and its
   * outcome the last policy first.
   *
   * <p>{@code wrap(fallback, retry, breaker, timeout)} gives each attempt of the retry a timeout,
   * lets the breaker see every attempt, and answers with the fallback when all attempts failed.
   * State is shared: a breaker used in two compositions is one breaker.
   *
   * @param outermostFirst the policies; at least one
   * @param <T> what the guarded calls return
   * @return the composition
   */
  @SafeVarargs
  @SuppressWarnings("unchecked")
  public static <T extends @Nullable Object> Policy<T> wrap(Policy<? super T>... outermostFirst) {
    Arguments.notNull("outermostFirst", outermostFirst);
    if (outermostFirst.length == 0) {
      throw new IllegalArgumentException(
          "outermostFirst must name at least one policy but is empty; give one or more");
    }
    for (int index = 0; index < outermostFirst.length; index++) {
      Arguments.notNull("policy " + (index + 1) + " of wrap", outermostFirst[index]);
    }
    Policy<T> composed = (Policy<T>) outermostFirst[outermostFirst.length - 1];
    for (int index = outermostFirst.length - 2; index >= 0; index--) {
      composed = outermostFirst[index].around(composed);
    }
    return composed;
  }

  /**
   * Chooses between two policies for each call.
   *
   * @param condition looks at the context; what it throws is thrown to the caller before anything
   *     runs
   * @param then the policy to use when the condition holds
   * @param otherwise the policy to use when it does not
   * @param <T> what the guarded calls return
   * @return the policy that chooses
   */
  public static <T extends @Nullable Object> Policy<T> when(
      Predicate<? super Context> condition, Policy<T> then, Policy<T> otherwise) {
    Arguments.notNull("condition", condition);
    Arguments.notNull("then", then);
    Arguments.notNull("otherwise", otherwise);
    return new ChoosingPolicy<>(condition, then, otherwise);
  }

  private record ChoosingPolicy<T extends @Nullable Object>(
      Predicate<? super Context> condition, Policy<T> then, Policy<T> otherwise)
      implements Policy<T> {
    private Policy<T> choose(Context context) {
      return condition.test(context) ? then : otherwise;
    }

    @Override
    public T execute(Call<? extends T> call, Context context) throws Exception {
      return choose(context).execute(call, context);
    }

    @Override
    public CompletableFuture<T> executeAsync(AsyncCall<? extends T> call, Context context) {
      try {
        return choose(context).executeAsync(call, context);
      } catch (Throwable failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }

    @Override
    public PolicyRuntime runtime() {
      return then.runtime();
    }

    @Override
    public void reset() {
      then.reset();
      otherwise.reset();
    }

    @Override
    public String describe() {
      return "when(" + then.describe() + ", " + otherwise.describe() + ")";
    }
  }
}

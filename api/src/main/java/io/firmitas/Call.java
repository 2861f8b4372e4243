package io.firmitas;

import org.jspecify.annotations.Nullable;

/**
 * A call that a policy guards.
 *
 * <p>A class cannot usefully be both a {@code Call} and a {@link java.util.concurrent.Callable}:
 * {@link Policy#call} would be ambiguous.
 *
 * @param <T> the type of its result
 */
@FunctionalInterface
public interface Call<T extends @Nullable Object> {
  /**
   * Makes the call. Policies may invoke it several times, one after the other.
   *
   * @param context tells the attempt's number, the deadline and whether the caller has given up
   * @return the result
   * @throws Exception when the call fails
   */
  T invoke(Context context) throws Exception;
}

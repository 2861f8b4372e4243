package io.firmitas.cdi;

import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call of a guarded method that failed, as a {@link FallbackHandler} sees it. */
public interface FailedInvocation {
  /**
   * The guarded method.
   *
   * @return the method
   */
  Method method();

  /**
   * The arguments of the call.
   *
   * @return the arguments in order; they may be {@code null}
   */
  List<@Nullable Object> arguments();

  /**
   * Why the call failed, without {@link java.util.concurrent.CompletionException} wrappers.
   *
   * @return the failure
   */
  Throwable failure();
}

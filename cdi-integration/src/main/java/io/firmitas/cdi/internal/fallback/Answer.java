package io.firmitas.cdi.internal.fallback;

import org.jspecify.annotations.Nullable;

/**
 * Makes the answer of a fallback for failures of a type.
 *
 * @param failureType the type of failures that it takes
 * @param later whether it answers with a stage
 * @param function makes the answer
 */
public record Answer(Class<? extends Throwable> failureType, boolean later, Function function) {
  /** Makes an answer. */
  @FunctionalInterface
  public interface Function {
    /**
     * Makes the answer to a failed call.
     *
     * @param target the object that was called
     * @param arguments its arguments
     * @param failure the failure
     */
    @Nullable Object apply(Object target, @Nullable Object[] arguments, Throwable failure)
        throws Exception;
  }
}

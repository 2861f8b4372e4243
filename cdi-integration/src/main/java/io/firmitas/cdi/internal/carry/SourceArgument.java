package io.firmitas.cdi.internal.carry;

import io.firmitas.Context;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The argument of a method that is the source to call.
 *
 * @param index which parameter gets it
 * @param chosen the source for the context of an attempt
 */
public record SourceArgument(int index, Function<Context, Object> chosen) {
  /** A copy of the arguments with the source among them. */
  @Nullable Object[] in(@Nullable Object[] arguments, Context context) {
    @Nullable Object[] all = arguments.clone();
    all[index] = chosen.apply(context);
    return all;
  }
}

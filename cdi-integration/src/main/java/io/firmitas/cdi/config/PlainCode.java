package io.firmitas.cdi.config;

import io.firmitas.cdi.internal.instance.Code;
import io.firmitas.retry.RetryBudget;
import io.firmitas.sources.Sources;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Objects of classes with a constructor without parameters, where there is no container. */
final class PlainCode implements Code {
  @Override
  public @Nullable String refusal(Class<?> type) {
    boolean fits =
        Arrays.stream(type.getConstructors()).anyMatch(each -> each.getParameterCount() == 0);
    return fits ? null : "it has no public constructor without parameters";
  }

  @Override
  public <X> Supplier<X> lazily(Class<X> type) {
    X made = make(type);
    return () -> made;
  }

  private static <X> X make(Class<X> type) {
    try {
      return type.getConstructor().newInstance();
    } catch (InvocationTargetException failed) {
      throw new IllegalArgumentException(
          type.getName() + " cannot be made: " + failed.getCause(), failed);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalArgumentException(type.getName() + " cannot be made", impossible);
    }
  }

  @Override
  public Optional<RetryBudget> budget(String name) {
    return Optional.empty();
  }

  @Override
  public Optional<Sources<?>> sources(String name) {
    return Optional.empty();
  }
}

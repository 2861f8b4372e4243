package io.firmitas.cdi.internal.assembly;

import io.firmitas.cdi.internal.instance.Code;
import io.firmitas.retry.RetryBudget;
import io.firmitas.sources.Sources;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Objects of classes with a constructor without parameters, and budgets by name. */
final class OwnCode implements Code {
  private final Map<String, RetryBudget> budgets = Map.of("own", RetryBudget.ofTokens(3, 1));

  @Override
  public String refusal(Class<?> type) {
    return null;
  }

  @Override
  public <X> Supplier<X> lazily(Class<X> type) {
    try {
      X made = type.getDeclaredConstructor().newInstance();
      return () -> made;
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(type.getName(), impossible);
    }
  }

  @Override
  public Optional<RetryBudget> budget(String name) {
    return Optional.ofNullable(budgets.get(name));
  }

  @Override
  public Optional<Sources<?>> sources(String name) {
    return Optional.empty();
  }
}

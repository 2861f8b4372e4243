package io.firmitas.cdi.internal.assembly;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

/**
 * Which return types a guard cannot guard: they answer later, in a way that no policy would see.
 */
final class ReturnTypes {
  private static final List<String> REACTIVE =
      List.of(
          "io.smallrye.mutiny.",
          "reactor.core.publisher.",
          "io.reactivex.",
          "org.reactivestreams.",
          "kotlinx.coroutines.",
          "rx.");

  private ReturnTypes() {}

  /** Why a method with the return type cannot be guarded; empty when it can. */
  static Optional<String> refusal(Class<?> type) {
    if (type == CompletionStage.class || type == CompletableFuture.class) {
      return Optional.empty();
    }
    for (Class<?> each : withSupertypes(type)) {
      boolean known =
          each == Future.class || each == CompletionStage.class || each == Flow.Publisher.class;
      if (known || REACTIVE.stream().anyMatch(each.getName()::startsWith)) {
        return Optional.of(
            "it returns " + type.getName() + ", which answers later where no policy can see it");
      }
    }
    return Optional.empty();
  }

  private static Set<Class<?>> withSupertypes(Class<?> type) {
    Set<Class<?>> all = new HashSet<>();
    Deque<Class<?>> open = new ArrayDeque<>(List.of(type));
    while (!open.isEmpty()) {
      Class<?> next = open.pop();
      if (all.add(next)) {
        open.addAll(List.of(next.getInterfaces()));
        if (next.getSuperclass() != null) {
          open.add(next.getSuperclass());
        }
      }
    }
    return all;
  }
}

package io.firmitas.registry;

import io.firmitas.Policy;
import org.jspecify.annotations.Nullable;

/** The handle of a composition. */
final class PolicyHandle<T extends @Nullable Object> extends Handle<T, Policy<T>> {
  PolicyHandle(Current<Policy<T>> current) {
    super(current);
  }
}

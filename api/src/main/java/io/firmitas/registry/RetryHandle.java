package io.firmitas.registry;

import io.firmitas.retry.Attempt;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryConfig;
import org.jspecify.annotations.Nullable;

/** The handle of a retry. */
final class RetryHandle extends Handle<@Nullable Object, Retry> implements Retry {
  RetryHandle(Current<Retry> current) {
    super(current);
  }

  @Override
  public RetryConfig config() {
    return current().config();
  }

  @Override
  public Iterable<Attempt> attempts() {
    return () -> current().attempts().iterator();
  }
}

package io.firmitas.benchmarks.bean;

import io.firmitas.cdi.CircuitBreaker;
import io.firmitas.cdi.Fallback;
import io.firmitas.cdi.Retry;
import jakarta.inject.Singleton;

/** Guarded by annotations of Firmitas. */
@Singleton
public class FirmitasBean implements GuardedBean {
  private final Object result = new Object();

  @Override
  @Fallback(method = "other")
  @Retry
  @CircuitBreaker
  public Object call() {
    return result;
  }

  /**
   * The fallback.
   *
   * @return nothing that is ever asked for
   */
  public Object other() {
    return this;
  }
}

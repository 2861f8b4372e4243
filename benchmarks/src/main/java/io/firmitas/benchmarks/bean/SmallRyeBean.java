package io.firmitas.benchmarks.bean;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;

/** Guarded by annotations of MicroProfile, which SmallRye implements. */
@Singleton
public class SmallRyeBean implements GuardedBean {
  private final Object result = new Object();

  @Override
  @Fallback(fallbackMethod = "other")
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

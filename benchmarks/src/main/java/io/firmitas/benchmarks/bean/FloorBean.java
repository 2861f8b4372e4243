package io.firmitas.benchmarks.bean;

import jakarta.inject.Singleton;

/** Intercepted, and not guarded. */
@Singleton
public class FloorBean implements GuardedBean {
  private final Object result = new Object();

  @Override
  @PassedThrough
  public Object call() {
    return result;
  }
}

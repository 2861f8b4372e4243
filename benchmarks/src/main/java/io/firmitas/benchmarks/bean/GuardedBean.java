package io.firmitas.benchmarks.bean;

/** A bean whose call an interceptor guards. */
public interface GuardedBean {
  /**
   * Makes the call.
   *
   * @return the result
   */
  Object call();
}

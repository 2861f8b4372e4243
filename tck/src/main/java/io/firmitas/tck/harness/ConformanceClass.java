package io.firmitas.tck.harness;

import io.firmitas.PolicyProvider;

/** The class around the tests: it tells which provider they test. */
public interface ConformanceClass {
  /**
   * The provider under test.
   *
   * @return the provider
   */
  PolicyProvider provider();
}

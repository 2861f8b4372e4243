package io.firmitas.examples.quickstart;

import io.firmitas.PolicyProvider;
import io.firmitas.tck.FirmitasConformance;

/** Compiled, but not among the tests of this build: Acme's implementation is not finished. */
// snippet: quick-tck
class AcmeConformance extends FirmitasConformance {
  @Override
  public PolicyProvider provider() {
    return new AcmeProvider();
  }
}
// end

package io.firmitas.examples.quickstart;

import io.firmitas.PolicyRuntime;
import io.firmitas.testkit.VirtualRuntime;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Gives the policies of a container virtual time. */
@ApplicationScoped
class VirtualTime {
  // snippet: cdi-virtual-time
  @Produces
  @Singleton
  PolicyRuntime runtime() {
    return new VirtualRuntime();
  }
  // end
}

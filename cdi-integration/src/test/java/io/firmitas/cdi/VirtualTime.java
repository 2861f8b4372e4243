package io.firmitas.cdi;

import io.firmitas.PolicyRuntime;
import io.firmitas.testkit.VirtualRuntime;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Puts a container on virtual time: the guards take the runtime that is a bean. */
@ApplicationScoped
class VirtualTime {
  @Produces
  @Singleton
  PolicyRuntime runtime() {
    return new VirtualRuntime();
  }
}

package io.firmitas.examples.quickstart;

import io.firmitas.Policy;
import io.firmitas.PolicyConfig;
import io.firmitas.PolicyProvider;
import io.firmitas.PolicyRuntime;
import io.firmitas.impl.LockBasedProvider;
import io.firmitas.timeout.TimeoutConfig;

// snippet: quick-provider
public final class AcmeProvider implements PolicyProvider {
  private final PolicyProvider base = new LockBasedProvider();

  @Override
  public <P extends Policy<?>> P create(PolicyConfig<P> config) {
    if (config instanceof TimeoutConfig) {
      return base.create(config); // your own policy here
    }
    throw new UnsupportedOperationException("Acme has no " + config.getClass().getSimpleName());
  }

  @Override
  public PolicyRuntime systemRuntime() {
    return base.systemRuntime();
  }

  @Override
  public PolicyRuntime newRuntime() {
    return base.newRuntime();
  }
}
// end

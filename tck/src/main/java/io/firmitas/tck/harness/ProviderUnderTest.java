package io.firmitas.tck.harness;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Tells each test which provider it tests: that of the conformance class around it. */
public final class ProviderUnderTest implements BeforeEachCallback {
  /** Makes the extension; JUnit does. */
  public ProviderUnderTest() {}

  @Override
  public void beforeEach(ExtensionContext context) {
    ConformanceClass conformance =
        context.getRequiredTestInstances().findInstance(ConformanceClass.class).orElseThrow();
    Scenario scenario = (Scenario) context.getRequiredTestInstance();
    scenario.use(conformance.provider());
  }
}

package io.firmitas.tck.harness;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/**
 * Tells each test which provider it tests: that of the conformance class around it. A test that
 * needs what the provider does not have ends as aborted, however the test itself ends: neither an
 * assertion around the refusal nor another thread nor a test without assertions can turn it into a
 * failure or into a success.
 */
public final class ProviderUnderTest implements BeforeEachCallback, InvocationInterceptor {
  /** Makes the extension; JUnit does. */
  public ProviderUnderTest() {}

  @Override
  public void beforeEach(ExtensionContext context) {
    ConformanceClass conformance =
        context.getRequiredTestInstances().findInstance(ConformanceClass.class).orElseThrow();
    scenario(context).use(conformance.provider());
  }

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> invocationContext,
      ExtensionContext context)
      throws Throwable {
    abortWhenRefused(invocation, scenario(context));
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> invocationContext,
      ExtensionContext context)
      throws Throwable {
    abortWhenRefused(invocation, scenario(context));
  }

  private static Scenario scenario(ExtensionContext context) {
    return (Scenario) context.getRequiredTestInstance();
  }

  private static void abortWhenRefused(Invocation<@Nullable Void> invocation, Scenario scenario)
      throws Throwable {
    Throwable failure = null;
    try {
      invocation.proceed();
    } catch (Throwable thrown) {
      failure = thrown;
    }
    Refusal refusal = scenario.refusal();
    if (refusal == null && failure != null) {
      refusal = Refusal.in(failure);
    }
    if (refusal != null) {
      throw new TestAbortedException(refusal.reason());
    }
    if (failure != null) {
      throw failure;
    }
  }
}

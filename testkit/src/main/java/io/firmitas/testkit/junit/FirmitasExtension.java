package io.firmitas.testkit.junit;

import io.firmitas.testkit.AsyncGate;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.testkit.Gate;
import io.firmitas.testkit.VirtualRuntime;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Gives tests virtual time and sees to it that they leave nothing behind.
 *
 * <pre>{@code
 * @ExtendWith(FirmitasExtension.class)
 * class CatalogTest {
 *   @Test
 *   void retriesAfterOneSecond(VirtualRuntime runtime, EventRecorder events) { ... }
 * }
 * }</pre>
 *
 * <p>Parameters of test methods and of methods that run before or after each test, per test:
 *
 * <ul>
 *   <li>{@link VirtualRuntime}: one auto-advancing runtime, and with {@link Stepwise} one stepwise
 *       runtime
 *   <li>{@link EventRecorder}: one recorder
 *   <li>{@link Gate} and {@link AsyncGate}: a new one for each parameter
 * </ul>
 *
 * <p>After each test that passed it checks that the injected runtimes have no pending timer, task
 * or sleeping thread, that no injected gate holds a call, that no timer or task threw, and that the
 * interrupt flag of the test's thread is clear; {@link LeavesPending} allows pending work. Whatever
 * the outcome, it opens the gates, closes the runtimes and clears the flag.
 *
 * <p>Thread-safe: all state is in the store of the test.
 */
public final class FirmitasExtension implements ParameterResolver, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(FirmitasExtension.class);

  /** Makes the extension; JUnit does. */
  public FirmitasExtension() {}

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    Class<?> type = parameter.getParameter().getType();
    return test.getTestMethod().isPresent()
        && (type == VirtualRuntime.class
            || type == EventRecorder.class
            || type == Gate.class
            || type == AsyncGate.class);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    Fixture fixture = fixture(test);
    Class<?> type = parameter.getParameter().getType();
    if (type == VirtualRuntime.class) {
      return parameter.isAnnotated(Stepwise.class) ? fixture.stepwise() : fixture.autoAdvancing();
    }
    if (type == EventRecorder.class) {
      return fixture.events();
    }
    if (type == Gate.class) {
      return fixture.newGate();
    }
    if (type == AsyncGate.class) {
      return new AsyncGate<>();
    }
    throw new ParameterResolutionException("no parameter of type " + type.getName() + " is known");
  }

  @Override
  public void afterEach(ExtensionContext test) {
    boolean failed = test.getExecutionException().isPresent();
    Leftovers leftovers = new Leftovers(failed || mayLeavePending(test));
    fixture(test).release(leftovers);
    if (!failed) {
      leftovers.throwIfAny();
    }
  }

  private static Fixture fixture(ExtensionContext test) {
    return test.getStore(NAMESPACE)
        .getOrComputeIfAbsent(Fixture.class, type -> new Fixture(), Fixture.class);
  }

  private static boolean mayLeavePending(ExtensionContext test) {
    Optional<ExtensionContext> context = Optional.of(test);
    while (context.isPresent()) {
      if (AnnotationSupport.isAnnotated(context.get().getElement(), LeavesPending.class)) {
        return true;
      }
      context = context.get().getParent();
    }
    return false;
  }
}

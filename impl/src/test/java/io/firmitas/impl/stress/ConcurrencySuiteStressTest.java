package io.firmitas.impl.stress;

import io.firmitas.PolicyProvider;
import io.firmitas.impl.LockBasedProvider;
import io.firmitas.tck.harness.ConformanceClass;
import io.firmitas.tck.rules.breaker.BreakerConcurrencyRules;
import io.firmitas.tck.rules.breaker.SharedBreakerRules;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A race that is lost once in a hundred times is not seen by a suite that runs once. */
@Tag("stress")
@DisplayName("T4: the concurrency suite of the specification passes 200 times in a row")
class ConcurrencySuiteStressTest implements ConformanceClass {
  private static final int TIMES = 200;

  @Override
  public PolicyProvider provider() {
    return new LockBasedProvider();
  }

  @Nested
  @ClassTemplate
  @ExtendWith(Repeated.class)
  class Crowds extends BreakerConcurrencyRules {}

  @Nested
  @ClassTemplate
  @ExtendWith(Repeated.class)
  class Sharing extends SharedBreakerRules {}

  /** Runs all tests of a class again and again. */
  static final class Repeated implements ClassTemplateInvocationContextProvider {
    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
      return true;
    }

    @Override
    public Stream<? extends ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(
        ExtensionContext context) {
      return IntStream.range(0, TIMES).mapToObj(number -> new Repetition());
    }
  }

  private static final class Repetition implements ClassTemplateInvocationContext {}
}

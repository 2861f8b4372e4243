package io.firmitas.tck.rules.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.PolicyBuilder;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.fallback.FallbackBuilder;
import io.firmitas.retry.RetryBudget;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.sources.SourcesBuilder;
import io.firmitas.timeout.TimeoutBuilder;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * No hook is forgotten: the tables of the matrix have each way into a policy for code of the user.
 */
class HooksTest {
  /** Where the hooks of a class that takes code are kept. */
  private static final Map<Class<?>, Class<?>> TAKING_CODE =
      Map.of(
          CircuitBreakerBuilder.class, CircuitBreakerBuilder.class,
          RetryBuilder.class, RetryBuilder.class,
          TimeoutBuilder.class, TimeoutBuilder.class,
          FallbackBuilder.class, FallbackBuilder.class,
          SourcesBuilder.class, SourcesBuilder.class,
          Policies.class, Hooks.Choice.class);

  @Test
  @DisplayName("the matrix has every method of the builders that takes code, and no other")
  void everyHookIsThere() {
    TAKING_CODE.forEach(
        (type, keptUnder) ->
            assertEquals(takingCode(type), inTheTables(keptUnder), () -> "hooks of " + type));
  }

  @Test
  @DisplayName("the matrix has every method of a budget")
  void everyMethodOfABudget() {
    Set<String> methods =
        Arrays.stream(RetryBudget.class.getMethods())
            .filter(method -> Modifier.isAbstract(method.getModifiers()))
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> parts =
        Hooks.ofRetry().stream()
            .filter(hook -> hook.signature().startsWith("budget("))
            .map(Hook::part)
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(methods, parts);
  }

  @Test
  @DisplayName("every hook of the tables is a row of some policy, and runs in every form of a call")
  void everyHookIsUsed() {
    for (Hook<?> hook : Hooks.all()) {
      Set<Form> forms =
          Subject.all().stream()
              .filter(subject -> contains(subject, hook))
              .flatMap(subject -> subject.forms().stream())
              .collect(Collectors.toSet());
      assertTrue(forms.contains(Form.SYNC) && forms.contains(Form.FOREIGN), hook::toString);
    }
  }

  @Test
  @DisplayName("the check itself sees hooks and knows what is none")
  void seesHooks() {
    assertTrue(takingCode(RetryBuilder.class).contains("delayFor(DelayFunction)"));
    assertTrue(takingCode(RetryBuilder.class).contains("listener(PolicyListener)"));
    assertFalse(takingCode(RetryBuilder.class).contains("maxAttempts(int)"));
    assertFalse(takingCode(SourcesBuilder.class).contains("retry(Retry)"));
  }

  private static boolean contains(Subject subject, Hook<?> hook) {
    return subject.hooks().stream()
        .anyMatch(
            other -> other.builder() == hook.builder() && other.toString().equals(hook.toString()));
  }

  private static Set<String> inTheTables(Class<?> builder) {
    return Hooks.all().stream()
        .filter(hook -> hook.builder() == builder)
        .map(Hook::signature)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> takingCode(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> !method.isBridge() && isOfApi(method.getDeclaringClass()))
        .filter(method -> Arrays.stream(method.getParameterTypes()).anyMatch(HooksTest::isCode))
        .map(HooksTest::signature)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isOfApi(Class<?> type) {
    return type.getName().startsWith("io.firmitas.") || type == PolicyBuilder.class;
  }

  /** Policies are tested themselves, and runtimes by the matrix of runtimes. */
  private static boolean isCode(Class<?> type) {
    return type.isInterface()
        && !type.isSealed()
        && !Policy.class.isAssignableFrom(type)
        && type != PolicyRuntime.class;
  }

  private static String signature(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(",", method.getName() + "(", ")"));
  }
}

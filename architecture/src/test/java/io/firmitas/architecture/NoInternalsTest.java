package io.firmitas.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitBreakerEvent;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Applications need nothing of how a policy works inside, so they do not see it. */
class NoInternalsTest {

  @Test
  @DisplayName("T119: no public signature of the API names a lock or a type that is not exported")
  void noLocksAndNoImplementation() {
    assertThat(PublicSignatures.of(PublishedModule.named("firmitas-api")))
        .hasSizeGreaterThan(500)
        .noneMatch(line -> line.contains("java.util.concurrent.locks"))
        .noneMatch(line -> line.contains("io.firmitas.impl"))
        .noneMatch(line -> line.contains("io.firmitas.internal"));
  }

  /** A moment is an Instant, a time a Duration; a long would be a raw reading of the clock. */
  @Test
  @DisplayName("T119: a breaker, its settings, permits and events tell no tick of the clock")
  void noTicks() {
    Stream<Class<?>> types =
        Stream.concat(
            Stream.of(
                CircuitBreaker.class,
                CircuitBreakerConfig.class,
                CircuitBreakerSnapshot.class,
                Permit.class),
            Arrays.stream(CircuitBreakerEvent.class.getPermittedSubclasses()));

    assertThat(types.flatMap(type -> Arrays.stream(type.getDeclaredMethods())))
        .filteredOn(method -> Modifier.isPublic(method.getModifiers()))
        .hasSizeGreaterThan(80)
        .noneMatch(NoInternalsTest::speaksOfTicks);
  }

  private static boolean speaksOfTicks(Method method) {
    return method.getReturnType() == long.class
        || Arrays.asList(method.getParameterTypes()).contains(long.class);
  }
}

package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.InterceptionFactory;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keys about classes that are no beans, whose objects are guarded with their first call. */
class LateKeysTest {
  private static final AtomicInteger CALLS = new AtomicInteger();

  static class Made {
    @Retry(name = "made", delay = "0s")
    public void call() {
      CALLS.incrementAndGet();
      throw new IllegalStateException("down");
    }

    @Guarded("late")
    public void other() {}
  }

  @ApplicationScoped
  static class Factory {
    @Produces
    Made made(InterceptionFactory<Made> factory) {
      return factory.createInterceptedInstance(new Made());
    }
  }

  @ApplicationScoped
  static class User {
    @Inject Made made;

    void call() {
      made.call();
    }
  }

  private static final String OF_CLASS = "firmitas.\"" + Made.class.getName() + "\".retry.";
  private static final String OF_METHOD = "firmitas.\"" + Made.class.getName() + "/call\".retry.";

  private static void isCalled(TestContainer container, int times) {
    CALLS.set(0);
    assertThatThrownBy(container.get(User.class)::call).hasMessage("down");
    assertThat(CALLS).hasValue(times);
  }

  @Test
  @DisplayName(
      "CDI-87: keys about a class whose objects an InterceptionFactory makes are no dead keys")
  void keys() {
    for (String key : List.of(OF_CLASS, OF_METHOD, "firmitas.made.retry.")) {
      try (LogRecorder log = LogRecorder.of("io.firmitas.cdi");
          TestContainer container =
              TestContainer.with()
                  .beans(Factory.class, User.class)
                  .key(key + "max-attempts", "5")
                  .key("firmitas.late.retry.max-attempts", "2")
                  .start()) {
        isCalled(container, 5);
        assertThat(log.texts("WARNING")).noneMatch(text -> text.contains("keys about"));
      }
    }
  }

  @Test
  @DisplayName("CDI-87: a mistake in such a key is still one")
  void mistakes() {
    assertThat(
            TestContainer.with()
                .beans(Factory.class, User.class)
                .key(OF_CLASS + "max-atempts", "5")
                .key("firmitas.\"" + Made.class.getName() + "/cal\".retry.delay", "1s")
                .key(OF_METHOD.replace("retry", "timeout") + "value", "1s")
                .problems())
        .extracting(DeploymentProblem::toString)
        .hasSize(3)
        .anyMatch(each -> each.contains("did you mean " + OF_CLASS + "max-attempts?"))
        .anyMatch(each -> each.contains("has no method cal"))
        .anyMatch(each -> each.contains("/call has no @Timeout"));
  }

  @ApplicationScoped
  static class Other {
    public void call() {}
  }

  @Test
  @DisplayName(
      "CDI-87: keys about a class that is no bean, and that nobody is known to make, are warned"
          + " about")
  void warned() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      TestContainer.with().beans(Other.class).key(OF_METHOD + "max-attempts", "5").start().close();
      assertThat(log.texts("WARNING"))
          .anySatisfy(
              text ->
                  assertThat(text)
                      .contains("keys about " + Made.class.getName(), "the class is no bean"));
    }
  }
}

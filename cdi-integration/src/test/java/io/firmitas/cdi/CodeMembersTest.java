package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Context;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.retry.DelayFunction;
import io.firmitas.retry.RetryBudget;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Members whose value is a class with code, or the name of an object. */
class CodeMembersTest {
  /** Failures that say how to go on. */
  static final class Told extends Exception {
    private static final long serialVersionUID = 1L;

    Told(String message) {
      super(message);
    }
  }

  @Singleton
  static class Notes {
    final Deque<String> all = new ArrayDeque<>();
  }

  /** No bean: made, injected and destroyed by the integration. */
  static class IsBusy implements Predicate<Throwable> {
    @Inject Notes notes;

    @Override
    public boolean test(Throwable failure) {
      notes.all.add("asked");
      return failure.getMessage().equals("busy");
    }

    @PreDestroy
    void end() {
      notes.all.add("destroyed");
    }
  }

  @ApplicationScoped
  static class IsHopeless implements Predicate<Throwable> {
    int asked;

    @Override
    public boolean test(Throwable failure) {
      asked++;
      return failure.getMessage().equals("hopeless");
    }

    int asked() {
      return asked;
    }
  }

  record Job(boolean pending) {}

  static class Pending implements Predicate<Job> {
    @Override
    public boolean test(Job job) {
      return job.pending();
    }
  }

  static class SecondsTold implements DelayFunction {
    @Override
    public @Nullable Duration delayAfter(Throwable failure, int attempt) {
      return Duration.ofSeconds(7L * attempt);
    }
  }

  static class OpenAsTold implements Function<Throwable, Duration> {
    @Override
    public Duration apply(Throwable failure) {
      return Duration.ofSeconds(90);
    }
  }

  static class Never implements Predicate<Context> {
    @Override
    public boolean test(Context context) {
      return true;
    }
  }

  @ApplicationScoped
  static class Service {
    int calls;

    int calls() {
      return calls;
    }

    private void fail(String how) throws Told {
      calls++;
      throw new Told(how);
    }

    @Retry(maxAttempts = 3, delay = "0s", retryIf = IsBusy.class, abortIf = IsHopeless.class)
    public void conditions(String how) throws Told {
      fail(how);
    }

    @Retry(maxAttempts = 3, delay = "0s", retryOnResult = Pending.class, retryOnNull = Switch.ON)
    public @Nullable Object results(Object result) {
      calls++;
      return result.equals("none") ? null : result;
    }

    @Retry(maxAttempts = 3, delayFor = SecondsTold.class)
    public void told() throws Told {
      fail("later");
    }

    @Retry(maxAttempts = 3, skipWhen = Never.class)
    public void once() throws Told {
      fail("once");
    }

    @Retry(maxAttempts = 9, delay = "0s", budget = "downstream")
    public void limited() throws Told {
      fail("limited");
    }

    @CircuitBreaker(
        failureThreshold = 1,
        failIf = IsBusy.class,
        ignoreIf = IsHopeless.class,
        failOnResult = Pending.class,
        openTimeFor = OpenAsTold.class)
    public Object watched(Object result) throws Told {
      calls++;
      if (result instanceof String how) {
        throw new Told(how);
      }
      return result;
    }

    @CircuitBreaker(
        failureThreshold = 1,
        openTime = "10s",
        openTimeBackoff = BackoffKind.EXPONENTIAL)
    public void patient() throws Told {
      fail("down");
    }

    @Fallback(lastKnownGood = "1m", lastKnownGoodEntries = 2)
    public String remembered(String key, boolean works) throws Told {
      if (!works) {
        fail("down");
      }
      return key + ++calls;
    }

    @Fallback(lastKnownGood = "1m", value = "nothing yet")
    public String rememberedOrValue(String key, boolean works) throws Told {
      return remembered(key, works);
    }
  }

  @Dependent
  static class Budgets {
    @Produces
    @PolicyName("downstream")
    RetryBudget budget() {
      return RetryBudget.ofTokens(2, 1);
    }
  }

  private static TestContainer start() {
    return TestContainer.of(
        Service.class, Notes.class, IsHopeless.class, Budgets.class, VirtualTime.class);
  }

  @Test
  @DisplayName(
      "CDI-66: a condition is a bean, or a class that is made, injected and destroyed at the end")
  void conditions() {
    Notes notes;
    try (TestContainer container = start()) {
      notes = container.get(Notes.class);
      Service service = container.get(Service.class);
      assertThatThrownBy(() -> service.conditions("busy")).hasMessage("busy");
      assertThat(service.calls()).isEqualTo(3);
      assertThatThrownBy(() -> service.conditions("other")).hasMessage("other");
      assertThatThrownBy(() -> service.conditions("hopeless")).hasMessage("hopeless");
      assertThat(service.calls()).isEqualTo(3 + 1 + 1);
      assertThat(container.get(IsHopeless.class).asked()).isPositive();
      assertThat(notes.all).contains("asked").doesNotContain("destroyed");
    }
    assertThat(notes.all).endsWith("destroyed");
  }

  @Test
  @DisplayName("CDI-66: a condition for results is asked about results of its type argument")
  void results() {
    try (TestContainer container = start()) {
      Service service = container.get(Service.class);
      assertThatThrownBy(() -> service.results(new Job(true)))
          .isInstanceOf(io.firmitas.retry.RetryExhaustedException.class);
      assertThat(service.calls()).isEqualTo(3);
      assertThatThrownBy(() -> service.results("none"))
          .isInstanceOf(io.firmitas.retry.RetryExhaustedException.class);
      assertThat(service.results(new Job(false))).isEqualTo(new Job(false));
      assertThat(service.results("text")).isEqualTo("text");
      assertThat(service.calls()).isEqualTo(3 + 3 + 1 + 1);
    }
  }

  @Test
  @DisplayName("CDI-66: delays and open times are chosen by the failure, calls by the context")
  void functions() {
    try (TestContainer container = start()) {
      Service service = container.get(Service.class);
      PolicyRuntime runtime = container.get(PolicyRuntime.class);
      long before = runtime.nanoTime();
      assertThatThrownBy(service::told).hasMessage("later");
      assertThat(runtime.nanoTime() - before).isEqualTo(Duration.ofSeconds(7 + 14).toNanos());
      assertThatThrownBy(service::once).hasMessage("once");
      assertThat(service.calls()).isEqualTo(3 + 1);
      assertThatThrownBy(() -> service.watched("busy")).hasMessage("busy");
      assertThatThrownBy(() -> service.watched("busy"))
          .isInstanceOf(CircuitOpenException.class)
          .hasMessageContaining("PT1M30S");
    }
  }

  @Test
  @DisplayName("CDI-66: a breaker ignores and counts what its conditions say")
  void breakerConditions() throws Exception {
    try (TestContainer container = start()) {
      Service service = container.get(Service.class);
      assertThatThrownBy(() -> service.watched("hopeless")).hasMessage("hopeless");
      assertThatThrownBy(() -> service.watched("other")).hasMessage("other");
      assertThat(service.watched(new Job(true))).isEqualTo(new Job(true));
      assertThatThrownBy(() -> service.watched(new Job(false)))
          .isInstanceOf(CircuitOpenException.class);
    }
  }

  @Test
  @DisplayName("CDI-66: the open time may grow with each opening")
  void openTimeGrows() {
    try (TestContainer container = start()) {
      Service service = container.get(Service.class);
      PolicyRuntime runtime = container.get(PolicyRuntime.class);
      assertThatThrownBy(service::patient).hasMessage("down");
      assertThatThrownBy(service::patient).hasMessageContaining("PT10S");
      sleep(runtime, 10);
      assertThatThrownBy(service::patient).hasMessage("down");
      assertThatThrownBy(service::patient).hasMessageContaining("PT20S");
    }
  }

  private static void sleep(PolicyRuntime runtime, long seconds) {
    try {
      runtime.sleep(Duration.ofSeconds(seconds).toNanos());
    } catch (InterruptedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Test
  @DisplayName("CDI-67: a budget is a bean with a name; the bean is shared by all who name it")
  void budget() {
    try (TestContainer container = start()) {
      Service service = container.get(Service.class);
      assertThatThrownBy(service::limited).hasMessage("limited");
      assertThat(service.calls()).isEqualTo(1 + 2);
      assertThatThrownBy(service::limited).hasMessage("limited");
      assertThat(service.calls()).as("the budget is spent").isEqualTo(3 + 1);
    }
  }

  @Test
  @DisplayName("CDI-68: the last result for the same arguments answers, while it is not too old")
  void lastKnownGood() throws Exception {
    try (TestContainer container = start()) {
      Service service = container.get(Service.class);
      assertThat(service.remembered("a", true)).isEqualTo("a1");
      assertThatThrownBy(() -> service.remembered("b", false)).hasMessage("down");
      assertThatThrownBy(() -> service.remembered("a", false))
          .as("the arguments are others")
          .hasMessage("down");
    }
  }

  @ApplicationScoped
  static class Weather {
    boolean works = true;

    void breakDown() {
      works = false;
    }

    @Fallback(lastKnownGood = "1m", lastKnownGoodEntries = 2, value = "unknown")
    public String in(String town) throws IOException {
      if (!works) {
        throw new IOException("down");
      }
      return "sun in " + town;
    }
  }

  @Test
  @DisplayName("CDI-68: a result is remembered by its arguments; others are answered otherwise")
  void remembered() throws IOException {
    try (TestContainer container = TestContainer.of(Weather.class, VirtualTime.class)) {
      Weather weather = container.get(Weather.class);
      for (String town : List.of("Bonn", "Rome", "Oslo")) {
        assertThat(weather.in(town)).isEqualTo("sun in " + town);
      }
      weather.breakDown();
      assertThat(weather.in("Oslo")).isEqualTo("sun in Oslo");
      assertThat(weather.in("Rome")).isEqualTo("sun in Rome");
      assertThat(weather.in("Bonn")).as("two are kept").isEqualTo("unknown");
      sleep(container.get(PolicyRuntime.class), 61);
      assertThat(weather.in("Oslo")).isEqualTo("unknown");
    }
  }

  static class NeedsArgument implements Predicate<Throwable> {
    NeedsArgument(String argument) {}

    @Override
    public boolean test(Throwable failure) {
      return false;
    }
  }

  static class LooksAtIo implements Predicate<IOException> {
    @Override
    public boolean test(IOException failure) {
      return false;
    }
  }

  @Dependent
  static class Mistaken {
    @Retry(retryIf = NeedsArgument.class)
    public void notMade() {}

    @Retry(budget = "nowhere")
    public void noBudget() {}

    @Fallback(lastKnownGood = "1m", skipOn = IOException.class)
    public void contradiction() {}

    @Fallback(value = "", lastKnownGoodEntries = 3)
    public void half() {}

    @Fallback(method = "onError")
    public void onlyErrors() {}

    void onError(Error error) {}

    @Retry
    public void byKey() {}
  }

  @Test
  @DisplayName("CDI-66 to CDI-68: what cannot be used is a deployment error that says why")
  void mistakes() {
    List<DeploymentProblem> problems =
        TestContainer.with()
            .beans(Mistaken.class)
            .key(
                "firmitas.\"" + Mistaken.class.getName() + "/byKey\".retry.abort-if",
                LooksAtIo.class.getName())
            .problems();
    assertThat(problems)
        .extracting(DeploymentProblem::toString)
        .hasSize(6)
        .anyMatch(problem -> problem.contains("NeedsArgument cannot be used"))
        .anyMatch(problem -> problem.contains("there is no retry budget \"nowhere\""))
        .anyMatch(problem -> problem.contains("apply-on and skip-on contradict it"))
        .anyMatch(problem -> problem.contains("no effect without last-known-good"))
        .anyMatch(problem -> problem.contains("takes java.lang.Error, and applies to exceptions"))
        .anyMatch(
            problem ->
                problem.contains("looks at IOException only")
                    && problem.contains("abort-if = \"" + LooksAtIo.class.getName()));
  }
}

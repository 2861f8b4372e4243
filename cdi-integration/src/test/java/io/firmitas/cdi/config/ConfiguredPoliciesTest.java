package io.firmitas.cdi.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.Window;
import io.firmitas.cdi.DeploymentProblem;
import io.firmitas.cdi.PolicyDeploymentException;
import io.firmitas.event.CircuitState;
import io.firmitas.registry.PolicyRegistry;
import io.firmitas.retry.RetryConfig;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfiguredPoliciesTest {
  private final VirtualRuntime time = new VirtualRuntime();
  private final RuntimeConfigSource set = new RuntimeConfigSource();
  private final IOException down = new IOException("down");

  @TempDir Path directory;

  private PolicyRegistry registry(ConfigSource... sources) {
    Config config = new SmallRyeConfigBuilder().withSources(set).withSources(sources).build();
    return ConfiguredPolicies.configure(PolicyRegistry.create(time), config);
  }

  private PolicyRegistry with(String... keysAndValues) {
    for (int index = 0; index < keysAndValues.length; index += 2) {
      set.set("firmitas." + keysAndValues[index], keysAndValues[index + 1]);
    }
    return registry();
  }

  private List<Duration> delays(PolicyRegistry registry, String name, int attempts) {
    assertThatThrownBy(
            () -> registry.retry(name).call(new ScriptedCall<String>().fail(down).asCall()))
        .isSameAs(down);
    assertThat(time.sleeps()).hasSize(attempts - 1);
    return time.sleeps();
  }

  // ---- keys

  @Test
  @DisplayName("CF-01 T177 T178 G13 C35: keys of a name; without keys the built-in values")
  void keysOfAName() {
    PolicyRegistry registry =
        with("cdn.circuit-breaker.failure-threshold", "7", "cdn.circuit-breaker.open-time", "1");

    CircuitBreakerConfig cdn = registry.circuitBreaker("cdn").config();
    assertThat(cdn.failureThreshold()).isEqualTo(7);
    assertThat(cdn.openTime()).isEqualTo(Duration.ofSeconds(1));
    CircuitBreakerConfig other = registry.circuitBreaker("other").config();
    assertThat(other.failureThreshold()).isEqualTo(5);
    assertThat(other.openTime()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  @DisplayName("CF-01 T179 T180 T182 G33: multiplier and jitter by key: exact delays")
  void delaysByKey() {
    PolicyRegistry registry =
        with(
            "defaults.retry.multiplier", "1.5",
            "defaults.retry.jitter", "none",
            "defaults.retry.max-attempts", "4");

    assertThat(delays(registry, "any", 4))
        .containsExactly(Duration.ofSeconds(1), Duration.ofMillis(1500), Duration.ofMillis(2250));
  }

  @Test
  @DisplayName("CF-01 T181 G36 C7: the cap by key")
  void capByKey() {
    PolicyRegistry registry =
        with(
            "cdn.retry.multiplier", "10",
            "cdn.retry.jitter", "none",
            "cdn.retry.max-delay", "120",
            "cdn.retry.max-attempts", "6");

    assertThat(delays(registry, "cdn", 6))
        .extracting(Duration::toSeconds)
        .containsExactly(1L, 10L, 100L, 120L, 120L);
  }

  @Test
  @DisplayName("CF-02 C32: name > global > code > defaults > built in")
  void precedence() {
    set.set("firmitas.defaults.retry.max-attempts", "9");
    PolicyRegistry registry = registry().configureRetry("coded", retry -> retry.maxAttempts(2));
    assertThat(registry.retry("open").config().maxAttempts()).isEqualTo(9);
    assertThat(registry.retry("coded").config().maxAttempts()).isEqualTo(2);

    set.set("firmitas.global.retry.max-attempts", "4");
    registry.resetAll();
    assertThat(registry.retry("coded").config().maxAttempts()).isEqualTo(4);

    set.set("firmitas.coded.retry.max-attempts", "6");
    registry.resetAll();
    assertThat(registry.retry("coded").config().maxAttempts()).isEqualTo(6);
    assertThat(registry.retry("open").config().maxAttempts()).isEqualTo(4);
  }

  @Test
  @DisplayName("CF-02: defaults that contradict code give way; a stronger alternative wins")
  void defaultsGiveWay() {
    PolicyRegistry registry =
        with(
                "defaults.circuit-breaker.failure-threshold", "7",
                "rated.circuit-breaker.failure-rate", "0.5",
                "rated.circuit-breaker.window-size", "10",
                "defaults.retry.max-attempts", "4")
            .configureCircuitBreaker(
                "coded", breaker -> breaker.window(Window.ofCalls(20)).failureRate(0.25))
            .configureRetry("coded", retry -> retry.maxRetries(1));

    assertThat(registry.circuitBreaker("open").config().failureThreshold()).isEqualTo(7);
    assertThat(registry.circuitBreaker("coded").config().failureThreshold()).isZero();
    assertThat(registry.circuitBreaker("rated").config().failureThreshold()).isZero();
    assertThat(registry.circuitBreaker("rated").config().window()).isEqualTo(Window.ofCalls(10));
    assertThat(registry.retry("coded").config().maxAttempts()).isEqualTo(2);
  }

  @Test
  @DisplayName("CF-02: what makes one thing is taken together, from whichever key")
  void settingsThatBelongTogether() {
    PolicyRegistry registry =
        with(
                "defaults.retry.jitter-amount", "1s",
                "defaults.retry.jitter", "additive",
                "defaults.retry.delay", "2s",
                "cdn.retry.multiplier", "3",
                "cdn.retry.jitter", "none",
                "cdn.retry.max-attempts", "3")
            .configureRetry("cdn", retry -> retry.delay(Duration.ofSeconds(9)));

    assertThat(delays(registry, "cdn", 3))
        .containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(6));
  }

  @Test
  @DisplayName("CF-02: a key that contradicts code is an error when the policy is made")
  void keyContradictsCode() {
    PolicyRegistry registry =
        with("cdn.circuit-breaker.failure-threshold", "7")
            .configureCircuitBreaker(
                "cdn", breaker -> breaker.window(Window.ofCalls(20)).failureRate(0.25));

    assertThatThrownBy(() -> registry.circuitBreaker("cdn"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("failureThreshold is 7");
  }

  @Test
  @DisplayName("CF-01: exception classes, windows, timeouts by key")
  void otherSettings() {
    PolicyRegistry registry =
        with(
            "cdn.retry.retry-on", "java.io.IOException",
            "cdn.circuit-breaker.window-duration", "10s",
            "cdn.circuit-breaker.failure-rate", "0.5",
            "cdn.timeout.value", "2s",
            "cdn.timeout.interrupt", "false");

    RetryConfig retry = registry.retry("cdn").config();
    assertThat(retry.retryOn().types()).containsExactly(IOException.class);
    assertThat(registry.circuitBreaker("cdn").config().window())
        .isEqualTo(Window.ofTime(Duration.ofSeconds(10)));
    assertThat(registry.timeout("cdn").config().length()).isEqualTo(Duration.ofSeconds(2));
    assertThat(registry.timeout("cdn").config().interrupts()).isFalse();
    assertThat(registry.policy("cdn").describe())
        .isEqualTo("retry(cdn) > circuit-breaker(cdn) > timeout(cdn)");
    assertThat(registry.names()).containsExactly("cdn");
  }

  @Test
  @DisplayName("CF-02: the length of a timeout: key, else code, else default key, else an error")
  void timeoutLength() {
    PolicyRegistry registry =
        with("defaults.timeout.value", "5s", "cdn.timeout.value", "2s")
            .configureTimeout("cdn", Duration.ofSeconds(9))
            .configureTimeout("coded", Duration.ofSeconds(9));

    assertThat(registry.timeout("cdn").config().length()).isEqualTo(Duration.ofSeconds(2));
    assertThat(registry.timeout("coded").config().length()).isEqualTo(Duration.ofSeconds(9));
    assertThat(registry.timeout("open").config().length()).isEqualTo(Duration.ofSeconds(5));
    set.clear();
    assertThatThrownBy(() -> registry.timeout("nothing"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no length");
  }

  @Test
  @DisplayName("CF-09: enabled=false: left out of the composition, and lets calls pass alone")
  void switchedOff() {
    PolicyRegistry registry =
        with(
                "cdn.circuit-breaker.enabled", "no",
                "cdn.circuit-breaker.failure-threshold", "1",
                "cdn.retry.enabled", "off",
                "cdn.timeout.enabled", "0")
            .configureRetry("cdn", retry -> retry.maxAttempts(5))
            .configureTimeout("cdn", Duration.ofSeconds(1));
    CircuitBreaker breaker = registry.circuitBreaker("cdn");
    ScriptedCall<String> call = new ScriptedCall<String>().fail(down);

    for (int calls = 0; calls < 3; calls++) {
      assertThatThrownBy(() -> breaker.call(call.asCall())).isSameAs(down);
    }
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThatThrownBy(() -> registry.retry("cdn").call(call.asCall())).isSameAs(down);
    assertThat(call.count()).isEqualTo(4);
    assertThat(registry.timeout("cdn").config().length()).isGreaterThan(Duration.ofDays(1000));
    Policy<String> policy = registry.policy("cdn");
    assertThat(policy.get(() -> "passes")).isEqualTo("passes");
    assertThat(policy.callAsync(new ScriptedCall<String>().succeed("later").asAsyncCall()).join())
        .isEqualTo("later");
  }

  // ---- sources of configuration

  @Test
  @DisplayName("CF-03 C33: file of the user < environment < run time")
  void ordinals() throws IOException {
    String key = "firmitas.cdn.circuit-breaker.failure-threshold";
    Path file = Files.writeString(directory.resolve("user"), key + "=11\n");
    ConfigSource packaged = new PropertiesConfigSource(Map.of(key, "10"), "packaged", 100);
    ConfigSource user = new UserFileConfigSource(file);
    ConfigSource environment =
        new EnvConfigSource(Map.of("FIRMITAS_CDN_CIRCUIT_BREAKER_FAILURE_THRESHOLD", "12"), 300);

    assertThat(thresholdWith(packaged)).isEqualTo(10);
    assertThat(thresholdWith(packaged, user)).isEqualTo(11);
    assertThat(thresholdWith(packaged, user, environment)).isEqualTo(12);
    set.set(key, "13");
    assertThat(thresholdWith(packaged, user, environment)).isEqualTo(13);
  }

  private int thresholdWith(ConfigSource... sources) {
    return registry(sources).circuitBreaker("cdn").config().failureThreshold();
  }

  @Test
  @DisplayName(
      "CF-05 CF-06 T139 T146 T176 U10: set, save, reset: the new values count, here and later")
  void setSaveReset() throws IOException {
    PolicyRegistry registry = registry();
    CircuitBreaker breaker = registry.circuitBreaker("default");
    set.set("firmitas.default.circuit-breaker.failure-threshold", "10")
        .set("firmitas.default.circuit-breaker.open-time", "120")
        .save(directory.resolve("saved.properties"));
    assertThat(breaker.config().failureThreshold()).isEqualTo(5);

    registry.reset("default");

    assertThat(breaker.config().failureThreshold()).isEqualTo(10);
    assertThat(breaker.config().openTime()).isEqualTo(Duration.ofMinutes(2));
    set.clear();
    assertThat(
            registry(new UserFileConfigSource(directory.resolve("saved.properties")))
                .circuitBreaker("default")
                .config()
                .openTime())
        .isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  @DisplayName("CF-08 G10 G11 G32-G36: the names of tif1 are defaults, weaker than code and keys")
  void namesOfTif1() {
    Map<String, String> environment = new HashMap<>();
    environment.put("TIF1_CIRCUIT_BREAKER_THRESHOLD", "10");
    environment.put("TIF1_CIRCUIT_BREAKER_TIMEOUT", "120");
    environment.put("TIF1_MAX_RETRIES", "5");
    environment.put("TIF1_RETRY_BACKOFF_FACTOR", "3.0");
    environment.put("TIF1_RETRY_JITTER", "false");
    environment.put("TIF1_MAX_RETRY_DELAY", "20.0");
    PolicyRegistry registry =
        registry(Tif1ConfigSource.ofEnvironment(environment))
            .configureCircuitBreaker("coded", breaker -> breaker.failureThreshold(2));

    assertThat(registry.circuitBreaker("any").config().failureThreshold()).isEqualTo(10);
    assertThat(registry.circuitBreaker("any").config().openTime()).isEqualTo(Duration.ofMinutes(2));
    assertThat(registry.circuitBreaker("coded").config().failureThreshold()).isEqualTo(2);
    assertThat(delays(registry, "any", 5))
        .extracting(Duration::toSeconds)
        .containsExactly(1L, 3L, 9L, 20L);
  }

  // ---- mistakes

  @Test
  @DisplayName("CF-10 C34: all mistakes at once, each with value, source and remedy")
  void allMistakesAtOnce() {
    assertThatThrownBy(
            () ->
                with(
                    "cdn.circuit-breaker.failure-treshold", "5",
                    "cdn.retri.max-attempts", "5",
                    "cdn.retry.max-attempts", "five",
                    "global.retry.delay", "soon",
                    "defaults.timeout.value", "2x",
                    "a.retry.max-attempts", "3",
                    "a.retry.max-retries", "3"))
        .asInstanceOf(type(PolicyDeploymentException.class))
        .satisfies(
            mistaken ->
                assertThat(mistaken.problems())
                    .extracting(DeploymentProblem::toString)
                    .hasSize(6)
                    .anyMatch(
                        text ->
                            text.contains(
                                "did you mean firmitas.cdn.circuit-breaker.failure-thres"))
                    .anyMatch(text -> text.contains("did you mean firmitas.cdn.retry.max-attempts"))
                    .anyMatch(text -> text.contains("\"five\"") && text.contains("ordinal 500"))
                    .anyMatch(text -> text.contains("\"soon\""))
                    .anyMatch(text -> text.contains("\"2x\""))
                    .anyMatch(text -> text.contains("excludes each other")));
  }

  @Test
  @DisplayName(
      "CF-10: keys of beans, of fallbacks and of others are left alone; warn makes warnings")
  void keysOfOthers() {
    PolicyRegistry registry =
        with(
            "\"org.example.Client/load\".retry.max-attempts", "x",
            "cdn.fallback.value", "y",
            "interceptor-priority", "5",
            "unknown-keys", "warn",
            "cdn.retry.max-atempts", "5");

    assertThat(registry.names()).containsExactly("cdn");
  }

  @Test
  @DisplayName("CF-10: a bad value that is set later is told to who resets; the old policy stays")
  void badValueSetLater() {
    PolicyRegistry registry = registry();
    CircuitBreaker breaker = registry.circuitBreaker("cdn");
    set.set("firmitas.cdn.circuit-breaker.failure-threshold", "0");

    assertThatThrownBy(() -> registry.reset("cdn"))
        .isInstanceOf(PolicyDeploymentException.class)
        .hasMessageContaining("failure-threshold");
    assertThat(breaker.config().failureThreshold()).isEqualTo(5);
  }

  @Test
  @DisplayName("CF-11: works without CDI on the class path")
  void needsNoCdi() throws Exception {
    ClassLoader withoutCdi = new WithoutCdi(getClass().getClassLoader());
    Class<?> policies = withoutCdi.loadClass(ConfiguredPolicies.class.getName());
    Class<?> registry = PolicyRegistry.class;
    set.set("firmitas.cdn.retry.max-attempts", "4");
    set.set("firmitas.cdn.circuit-breaker.failure-threshold", "4");
    set.set("firmitas.cdn.timeout.value", "4s");
    Config config = new SmallRyeConfigBuilder().withSources(set).build();

    PolicyRegistry configured =
        (PolicyRegistry)
            policies
                .getMethod("configure", registry, Config.class)
                .invoke(null, PolicyRegistry.create(time), config);

    assertThat(policies.getClassLoader()).isSameAs(withoutCdi);
    assertThat(configured.policy("cdn").describe()).startsWith("retry(cdn) > ");
    assertThat(configured.retry("cdn").config().maxAttempts()).isEqualTo(4);
  }

  /** Defines our own classes anew and finds nothing of Jakarta. */
  private static final class WithoutCdi extends ClassLoader {
    WithoutCdi(ClassLoader parent) {
      super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("jakarta.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("io.firmitas.cdi.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      String file = name.replace('.', '/') + ".class";
      try (var bytes = getParent().getResourceAsStream(file)) {
        if (bytes == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] content = bytes.readAllBytes();
        return defineClass(name, content, 0, content.length);
      } catch (IOException unreadable) {
        throw new ClassNotFoundException(name, unreadable);
      }
    }
  }

  // ---- order and code

  @Test
  @DisplayName("CDI-64: the policies of a name are nested as its order says; a mistake is an error")
  void order() {
    PolicyRegistry registry =
        with(
            "cdn.retry.max-attempts", "2", "cdn.timeout.value", "1s", "cdn.order", "timeout,retry");
    assertThat(registry.policy("cdn").describe()).isEqualTo("timeout(cdn) > retry(cdn)");
    assertThatThrownBy(() -> with("cdn.order", "retry,retry"))
        .isInstanceOf(PolicyDeploymentException.class)
        .hasMessageContaining("names retry twice");
  }

  /** Made by its constructor. */
  public static class IsTemporary implements Predicate<Throwable> {
    @Override
    public boolean test(Throwable failure) {
      return failure.getMessage().equals("busy");
    }
  }

  /** Has no constructor without parameters. */
  public static class Unmade implements Predicate<Throwable> {
    /** Takes a parameter. */
    public Unmade(String text) {}

    @Override
    public boolean test(Throwable failure) {
      return false;
    }
  }

  @Test
  @DisplayName("CDI-66: without a container a class that a key names is made by its constructor")
  void codeByKey() {
    PolicyRegistry registry =
        with("cdn.retry.retry-if", IsTemporary.class.getName(), "cdn.retry.max-attempts", "4");
    assertThatThrownBy(
            () -> registry.retry("cdn").call(new ScriptedCall<String>().fail(down).asCall()))
        .isSameAs(down);
    assertThat(time.sleeps()).isEmpty();
    IOException busy = new IOException("busy");
    assertThatThrownBy(
            () -> registry.retry("cdn").call(new ScriptedCall<String>().fail(busy).asCall()))
        .isSameAs(busy);
    assertThat(time.sleeps()).hasSize(3);
  }

  @Test
  @DisplayName("CDI-66: a class that cannot be made, and a budget by name, are errors then")
  void codeThatCannotBeMade() {
    PolicyRegistry unmade = with("cdn.retry.retry-if", Unmade.class.getName());
    assertThatThrownBy(() -> unmade.retry("cdn"))
        .isInstanceOf(PolicyDeploymentException.class)
        .hasMessageContaining("no public constructor without parameters");
    PolicyRegistry budget = with("other.retry.budget", "downstream");
    assertThatThrownBy(() -> budget.retry("other"))
        .isInstanceOf(PolicyDeploymentException.class)
        .hasMessageContaining("there is no retry budget \"downstream\"");
  }
}

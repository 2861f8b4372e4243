package io.firmitas.registry;

import io.firmitas.AsyncCall;
import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.PolicyBuilder;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.event.PolicyListener;
import io.firmitas.event.PolicyReset;
import io.firmitas.internal.Arguments;
import io.firmitas.registry.CircuitBreakerHandle.NamedBreaker;
import io.firmitas.registry.Current.Renewal;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutBuilder;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Policies shared by name: whoever asks for the same name gets the same policy.
 *
 * <pre>{@code
 * PolicyRegistry registry = PolicyRegistry.create();
 * registry.configureCircuitBreaker("catalog", breaker -> breaker.failureThreshold(10));
 * Page page = registry.circuitBreaker("catalog").call(() -> client.get(url));
 * }</pre>
 *
 * <p>A name may have a circuit breaker, a retry, a timeout and a composition of its own. What the
 * registry hands out are <em>handles</em>: they stay the same for ever, and each call finds the
 * policy that the name means at that moment.
 *
 * <p>Configuration takes effect when a policy is made: on first use, and on {@link #reset}. A reset
 * makes new policies from the current configuration; all history is lost, listeners stay since they
 * belong to the name. Handles follow from their next call on; calls on their way report to the old
 * policy, which nobody else sees any more. In production a reset lets calls through to a dependency
 * that may still be broken: use it after a repair, a change of endpoint or configuration, and in
 * tests.
 *
 * <p>Settings are made in this order, later ones win: those of {@code configureCircuitBreakers} and
 * its like, then those of the name; {@link #customize} puts settings from outside around them.
 *
 * <p>Thread-safe. A call through a handle takes no lock. No code of the user runs under a lock.
 */
public final class PolicyRegistry {
  private static final System.Logger LOGGER = System.getLogger("io.firmitas");

  /** Only makes the call. */
  private static final Policy<@Nullable Object> DIRECT =
      Policy.of((call, context) -> call.invoke(context), PolicyRegistry::start);

  private final @Nullable PolicyRuntime runtime;
  private final Kind<CircuitBreakerBuilder, NamedBreaker, CircuitBreaker> breakers;
  private final Kind<RetryBuilder, Retry, Retry> retries;
  private final Kind<TimeoutBuilder, Timeout, Timeout> timeouts;
  private final Compositions compositions = new Compositions(this::standardComposition);
  private final NamedListeners listeners = new NamedListeners();
  private final Map<String, Duration> timeoutLengths = new ConcurrentHashMap<>();
  private volatile PolicyCustomizer customizer = new PolicyCustomizer() {};

  private PolicyRegistry(@Nullable PolicyRuntime runtime) {
    this.runtime = runtime;
    breakers =
        new Kind<>(
            name -> prepared(CircuitBreaker.builder(), name),
            (name, builder) -> new NamedBreaker(builder.build()),
            CircuitBreakerHandle::new,
            (name, builder, code) -> customizer.customize(name, builder, code));
    retries =
        new Kind<>(
            name -> prepared(Retry.builder(), name),
            (name, builder) -> builder.build(),
            RetryHandle::new,
            (name, builder, code) -> customizer.customize(name, builder, code));
    timeouts =
        new Kind<>(
            name -> prepared(Timeout.builder(lengthOf(name)), name),
            (name, builder) -> builder.build(),
            TimeoutHandle::new,
            (name, builder, code) -> customizer.customize(name, builder, code));
  }

  /**
   * An empty registry whose policies use the system runtime.
   *
   * @return a new registry
   */
  public static PolicyRegistry create() {
    return new PolicyRegistry(null);
  }

  /**
   * An empty registry.
   *
   * @param runtime the runtime of its policies, unless their settings name another
   * @return a new registry
   */
  public static PolicyRegistry create(PolicyRuntime runtime) {
    return new PolicyRegistry(Arguments.notNull("runtime", runtime));
  }

  private <B extends PolicyBuilder<B>> B prepared(B builder, String name) {
    builder.name(name);
    if (runtime != null) {
      builder.runtime(runtime);
    }
    listeners.addTo(builder, name);
    return builder;
  }

  private Duration lengthOf(String name) {
    return customizer
        .timeoutLength(name, Optional.ofNullable(timeoutLengths.get(name)))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "timeout \""
                        + name
                        + "\" has no length, and there is no default; call configureTimeout(\""
                        + name
                        + "\", length) first"));
  }

  // ---- configuration

  /**
   * Settings of all circuit breakers, made before those of their names. Replaces earlier ones.
   *
   * @param settings makes the settings; asked each time a breaker is made, on the thread that needs
   *     it
   * @return this registry
   */
  public PolicyRegistry configureCircuitBreakers(Consumer<? super CircuitBreakerBuilder> settings) {
    breakers.configureAll(Arguments.notNull("settings", settings));
    return this;
  }

  /**
   * Settings of the circuit breaker of a name. Replaces earlier ones.
   *
   * @param name the name
   * @param settings makes the settings; asked each time the breaker is made
   * @return this registry
   */
  public PolicyRegistry configureCircuitBreaker(
      String name, Consumer<? super CircuitBreakerBuilder> settings) {
    breakers.configure(Arguments.notBlank("name", name), Arguments.notNull("settings", settings));
    return this;
  }

  /**
   * Settings of all retries, made before those of their names. Replaces earlier ones.
   *
   * @param settings makes the settings; asked each time a retry is made, on the thread that needs
   *     it
   * @return this registry
   */
  public PolicyRegistry configureRetries(Consumer<? super RetryBuilder> settings) {
    retries.configureAll(Arguments.notNull("settings", settings));
    return this;
  }

  /**
   * Settings of the retry of a name. Replaces earlier ones.
   *
   * @param name the name
   * @param settings makes the settings; asked each time the retry is made
   * @return this registry
   */
  public PolicyRegistry configureRetry(String name, Consumer<? super RetryBuilder> settings) {
    retries.configure(Arguments.notBlank("name", name), Arguments.notNull("settings", settings));
    return this;
  }

  /**
   * The length of the timeout of a name. Replaces earlier settings.
   *
   * @param name the name
   * @param length how long a call may take, longer than zero
   * @return this registry
   */
  public PolicyRegistry configureTimeout(String name, Duration length) {
    return configureTimeout(name, length, builder -> {});
  }

  /**
   * Settings of the timeout of a name. Replaces earlier ones.
   *
   * @param name the name
   * @param length how long a call may take, longer than zero
   * @param settings makes the other settings; asked each time the timeout is made
   * @return this registry
   */
  public PolicyRegistry configureTimeout(
      String name, Duration length, Consumer<? super TimeoutBuilder> settings) {
    Arguments.notBlank("name", name);
    Arguments.notNull("settings", settings);
    timeoutLengths.put(name, Arguments.positive("timeout length", length));
    timeouts.configure(name, settings);
    return this;
  }

  /**
   * The composition of a name. Replaces an earlier one. It usually composes handles of this
   * registry, {@code registry -> Policies.wrap(registry.retry("a"), registry.circuitBreaker("b"))};
   * a policy that it builds itself is replaced when the name is reset.
   *
   * @param name the name
   * @param definition makes the policy; asked on first use and at each reset of the name
   * @return this registry
   */
  public PolicyRegistry define(
      String name, Function<? super PolicyRegistry, ? extends Policy<?>> definition) {
    Arguments.notNull("definition", definition);
    compositions.define(Arguments.notBlank("name", name), () -> definition.apply(this));
    return this;
  }

  /**
   * Settings from outside the code, around those made with {@code configure...}. Replaces earlier
   * ones. The package {@code io.firmitas.cdi.config} has one for MicroProfile Config.
   *
   * @param settings makes the settings; asked each time a policy is made
   * @return this registry
   */
  public PolicyRegistry customize(PolicyCustomizer settings) {
    customizer = Arguments.notNull("settings", settings);
    return this;
  }

  /**
   * Receives all events of policies that are made from now on, and all resets.
   *
   * @param listener the listener
   * @return this registry
   */
  public PolicyRegistry listener(PolicyListener listener) {
    listeners.add(Arguments.notNull("listener", listener));
    return this;
  }

  /**
   * Receives the events of the policies of a name that are made from now on, and its resets. A
   * listener belongs to the name and stays when the name is reset.
   *
   * @param name the name
   * @param listener the listener
   * @return this registry
   */
  public PolicyRegistry listener(String name, PolicyListener listener) {
    listeners.add(Arguments.notBlank("name", name), Arguments.notNull("listener", listener));
    return this;
  }

  // ---- policies

  /**
   * The circuit breaker of a name, made with the defaults when the name is not configured.
   *
   * @param name the name
   * @return its handle, always the same object
   * @throws IllegalArgumentException when its settings contradict each other
   */
  public CircuitBreaker circuitBreaker(String name) {
    return breakers.handle(Arguments.notBlank("name", name));
  }

  /**
   * The retry of a name, made with the defaults when the name is not configured.
   *
   * @param name the name
   * @return its handle, always the same object
   * @throws IllegalArgumentException when its settings contradict each other
   */
  public Retry retry(String name) {
    return retries.handle(Arguments.notBlank("name", name));
  }

  /**
   * The timeout of a name.
   *
   * @param name the name
   * @return its handle, always the same object
   * @throws IllegalStateException when no length is configured
   */
  public Timeout timeout(String name) {
    return timeouts.handle(Arguments.notBlank("name", name));
  }

  /**
   * The composition of a name: as defined, or else of those of its policies that are configured or
   * have been used, retry outermost, then circuit breaker, then timeout, unless a {@link
   * PolicyCustomizer} has another order. All of them switched off by it is a policy that only makes
   * the call.
   *
   * @param name the name
   * @param <T> what the guarded calls return; it must suit the definition, which is not checked
   * @return its handle, always the same object
   * @throws IllegalArgumentException when the name is neither defined, configured nor used
   */
  @SuppressWarnings("unchecked")
  public <T extends @Nullable Object> Policy<T> policy(String name) {
    return (Policy<T>) compositions.handle(Arguments.notBlank("name", name));
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of policies of Object
  private Policy<?> standardComposition(String name) {
    List<PolicyKind> kinds =
        Arrays.stream(PolicyKind.values()).filter(kind -> has(name, kind)).toList();
    List<Policy<@Nullable Object>> outermostFirst = new ArrayList<>();
    for (PolicyKind kind : customizer.order(name, kinds)) {
      outermostFirst.add(policyOf(name, kind));
    }
    if (outermostFirst.isEmpty()) {
      if (!isMentioned(name)) {
        throw unknown(name);
      }
      return DIRECT;
    }
    return Policies.<@Nullable Object>wrap(outermostFirst.toArray(new Policy[0]));
  }

  @SuppressWarnings("unchecked") // a stage only ever hands its value out
  private static CompletableFuture<@Nullable Object> start(
      AsyncCall<? extends @Nullable Object> call, Context context) {
    try {
      return (CompletableFuture<@Nullable Object>) call.invoke(context).toCompletableFuture();
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private boolean isMentioned(String name) {
    return Arrays.stream(PolicyKind.values())
        .anyMatch(kind -> customizer.has(name, kind).isPresent());
  }

  private boolean has(String name, PolicyKind kind) {
    Kind<?, ?, ?> policies =
        switch (kind) {
          case RETRY -> retries;
          case CIRCUIT_BREAKER -> breakers;
          case TIMEOUT -> timeouts;
        };
    return customizer.has(name, kind).orElseGet(() -> policies.knows(name));
  }

  private Policy<@Nullable Object> policyOf(String name, PolicyKind kind) {
    return switch (kind) {
      case RETRY -> retry(name);
      case CIRCUIT_BREAKER -> circuitBreaker(name);
      case TIMEOUT -> timeout(name);
    };
  }

  private IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        "no policy is named \"" + name + "\"; the names are " + names());
  }

  // ---- operation

  /**
   * Makes new policies for a name from the current configuration; those that have not been used yet
   * are not made. Nothing changes when making one of them fails. Published as {@link PolicyReset}
   * and logged.
   *
   * @param name the name
   * @throws IllegalArgumentException when the name is neither configured nor used, or settings
   *     contradict each other
   */
  public void reset(String name) {
    if (!names().contains(Arguments.notBlank("name", name))) {
      throw unknown(name);
    }
    reset(List.of(name));
  }

  /**
   * Makes new policies for all names that have been used, as {@link #reset} does.
   *
   * @throws IllegalArgumentException when settings contradict each other; nothing changes then
   */
  public void resetAll() {
    SortedSet<String> used = new TreeSet<>();
    breakers.addMadeNamesTo(used);
    retries.addMadeNamesTo(used);
    timeouts.addMadeNamesTo(used);
    compositions.addMadeNamesTo(used);
    reset(used);
  }

  private void reset(Collection<String> names) {
    List<Renewal<?>> renewals = new ArrayList<>();
    for (String name : names) {
      breakers.prepareRenewal(name).ifPresent(renewals::add);
      retries.prepareRenewal(name).ifPresent(renewals::add);
      timeouts.prepareRenewal(name).ifPresent(renewals::add);
      compositions.prepareRenewal(name).ifPresent(renewals::add);
    }
    renewals.forEach(Renewal::install);
    for (String name : names) {
      LOGGER.log(Level.INFO, () -> name + ": reset; new policies from the current configuration");
      listeners.publish(new PolicyReset(name));
    }
  }

  /**
   * All names that are configured, defined or used.
   *
   * @return a new set, sorted
   */
  public SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>(customizer.names());
    breakers.addNamesTo(names);
    retries.addNamesTo(names);
    timeouts.addNamesTo(names);
    compositions.addNamesTo(names);
    return names;
  }

  /**
   * The states of all circuit breakers that have been used.
   *
   * @return a new map by name, sorted; each snapshot is consistent in itself
   */
  public SortedMap<String, CircuitBreakerSnapshot> snapshots() {
    List<String> used = new ArrayList<>();
    breakers.addMadeNamesTo(used);
    SortedMap<String, CircuitBreakerSnapshot> snapshots = new TreeMap<>();
    used.forEach(name -> snapshots.put(name, circuitBreaker(name).snapshot()));
    return snapshots;
  }
}

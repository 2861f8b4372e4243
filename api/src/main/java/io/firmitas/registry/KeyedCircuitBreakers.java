package io.firmitas.registry;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.internal.Arguments;
import io.firmitas.internal.Durations;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One circuit breaker for each key, for example for each host or tenant, so that the outage of one
 * does not stop calls to the others.
 *
 * <pre>{@code
 * KeyedCircuitBreakers<String> hosts = KeyedCircuitBreakers.<String>builder()
 *     .name("host").maxKeys(500).settings(breaker -> breaker.failureThreshold(3)).build();
 * Page page = hosts.get(url.getHost()).call(() -> client.get(url));
 * }</pre>
 *
 * <p>Breakers are made on first use and forgotten when there are too many, the least recently used
 * first, or when they have not been used for a while. Never forgotten is a breaker that is not
 * closed, was disabled by hand, or is in use: a call or a permit of it is on its way. So the
 * maximum may be exceeded for as long as that many keys are broken. Failures that a closed breaker
 * has counted are forgotten with it.
 *
 * <p>Thread-safe. Finding a breaker that is there takes constant time and no lock. There is no
 * thread that cleans up: uses do, by the monotonic clock of the runtime.
 *
 * @param <K> the type of keys, with {@code equals} and {@code hashCode}; their text is part of the
 *     breakers' names
 */
public final class KeyedCircuitBreakers<K> {
  private final ContextKey<CircuitBreaker> asked = ContextKey.named("breaker of the gate");
  private final String name;
  private final @Nullable PolicyRuntime runtime;
  private final BiConsumer<? super K, ? super CircuitBreakerBuilder> settings;
  private final Slots<K> slots;

  KeyedCircuitBreakers(KeyedCircuitBreakersBuilder<K> builder) {
    name = builder.name;
    runtime = builder.runtime;
    settings = builder.settings;
    slots =
        new Slots<>(this::make, runtime(), builder.maxKeys, Durations.toNanos(builder.idleTime));
  }

  /**
   * Starts building breakers.
   *
   * @param <K> the type of keys
   * @return the builder
   */
  public static <K> KeyedCircuitBreakersBuilder<K> builder() {
    return new KeyedCircuitBreakersBuilder<>();
  }

  private CircuitBreaker make(K key) {
    CircuitBreakerBuilder builder = CircuitBreaker.builder(name + "/" + key).runtime(runtime());
    settings.accept(key, builder);
    return builder.build();
  }

  private PolicyRuntime runtime() {
    return runtime == null ? PolicyRuntime.system() : runtime;
  }

  /**
   * The breaker of a key. Each call finds it anew, so the object can be kept or thrown away; it
   * keeps no breaker from being forgotten.
   *
   * @param key the key
   * @return a handle
   */
  public CircuitBreaker get(K key) {
    return new KeyedBreaker<>(asked, slots, Arguments.notNull("key", key));
  }

  /**
   * A policy that chooses the breaker for each call, for compositions.
   *
   * @param keyOf tells the key; what it throws is the failure of the call, before anything runs
   * @return the policy
   */
  public Policy<@Nullable Object> by(Function<? super Context, ? extends K> keyOf) {
    return new ChoosingPolicy(Arguments.notNull("keyOf", keyOf));
  }

  /**
   * How many breakers there are.
   *
   * @return the number
   */
  public int size() {
    return slots.size();
  }

  /**
   * The states of all breakers that are kept. Does not count as a use.
   *
   * @return a new map by key; each snapshot is consistent in itself
   */
  public Map<K, CircuitBreakerSnapshot> snapshots() {
    Map<K, CircuitBreakerSnapshot> snapshots = new HashMap<>();
    slots.forEach((key, breaker) -> snapshots.put(key, breaker.snapshot()));
    return snapshots;
  }

  /** Resets all breakers that are kept. */
  public void resetAll() {
    slots.forEach((key, breaker) -> breaker.reset());
  }

  private static final class KeyedBreaker<K> extends StandIn {
    private final Slots<K> slots;
    private final K key;

    KeyedBreaker(ContextKey<CircuitBreaker> asked, Slots<K> slots, K key) {
      super(asked);
      this.slots = slots;
      this.key = key;
    }

    @Override
    BreakerUse use() {
      return slots.use(key);
    }
  }

  private final class ChoosingPolicy implements Policy<@Nullable Object> {
    private final Function<? super Context, ? extends K> keyOf;

    ChoosingPolicy(Function<? super Context, ? extends K> keyOf) {
      this.keyOf = keyOf;
    }

    private CircuitBreaker choose(Context context) {
      return KeyedCircuitBreakers.this.get(keyOf.apply(context));
    }

    @Override
    @SuppressWarnings("NullAway") // the T of this policy is nullable
    public @Nullable Object execute(Call<? extends @Nullable Object> call, Context context)
        throws Exception {
      return choose(context).execute(call, context);
    }

    @Override
    public CompletableFuture<@Nullable Object> executeAsync(
        AsyncCall<? extends @Nullable Object> call, Context context) {
      CircuitBreaker chosen;
      try {
        chosen = choose(context);
      } catch (Throwable failure) {
        return CompletableFuture.failedFuture(failure);
      }
      return chosen.executeAsync(call, context);
    }

    @Override
    public PolicyRuntime runtime() {
      return KeyedCircuitBreakers.this.runtime();
    }

    /** Resets the breakers of all keys. */
    @Override
    public void reset() {
      resetAll();
    }

    @Override
    public String describe() {
      return "circuit-breaker(" + name + "/*)";
    }

    @Override
    public String toString() {
      return describe();
    }
  }
}

package io.firmitas.benchmarks.scale;

import io.firmitas.registry.KeyedCircuitBreakers;
import io.firmitas.registry.PolicyRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** What it costs to find a breaker by its name, and to call one by its key, among many others. */
public final class Lookups {
  private static final int[] NAMES = {1, 100, 10_000, 100_000};
  private static final int ROUNDS = 7;
  private static final int OPERATIONS = 200_000;
  private static final int SEED = 17;

  /** Takes what was found, so that finding it is not optimized away. */
  @SuppressWarnings("UnusedVariable")
  private static volatile Object found = "";

  private Lookups() {}

  /**
   * Measures and prints the lines of the table.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    for (int number : NAMES) {
      PolicyRegistry registry = PolicyRegistry.create();
      KeyedCircuitBreakers<String> keyed =
          KeyedCircuitBreakers.<String>builder().name("host").maxKeys(number).build();
      CircuitBreakerRegistry peer = CircuitBreakerRegistry.ofDefaults();
      System.out.printf(
          "| %d | %.0f | %.0f | %.0f |%n",
          number,
          nanos(number, registry::circuitBreaker),
          nanos(number, key -> keyed.get(key).get(() -> "result")),
          nanos(number, peer::circuitBreaker));
    }
    System.exit(0);
  }

  /** The best of several rounds, in nanoseconds for one look-up of any of the names. */
  private static double nanos(int number, Function<String, Object> lookup) {
    List<String> names = new ArrayList<>();
    for (int name = 0; name < number; name++) {
      names.add("service-" + name);
      found = lookup.apply(names.get(name));
    }
    int[] order = new Random(SEED).ints(OPERATIONS, 0, number).toArray();
    double best = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      for (int index : order) {
        found = lookup.apply(names.get(index));
      }
      best = Math.min(best, (System.nanoTime() - start) / (double) OPERATIONS);
    }
    return best;
  }
}

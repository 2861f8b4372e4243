package io.firmitas.tck.rules.hostile;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Jitter;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.Window;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.sources.Sources;
import io.firmitas.timeout.Timeout;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A policy and the calls that bring all its hooks to bear.
 *
 * @param name what it is
 * @param hooks its hooks
 * @param script the calls
 * @param probes how many probes its breaker lets pass
 * @param remembers whether a call changes what later calls get, other than through a breaker
 * @param dryRun whether its breaker only pretends
 * @param make makes it
 */
record Subject(
    String name,
    List<Hook<?>> hooks,
    List<String> script,
    int probes,
    boolean remembers,
    boolean dryRun,
    Function<Workshop, Made> make) {

  /**
   * A policy that was made.
   *
   * @param policy the policy
   * @param breaker its breaker, or {@code null}
   * @param sources the sources that it is, or {@code null}
   */
  record Made(
      Policy<Object> policy, @Nullable CircuitBreaker breaker, @Nullable Sources<?> sources) {
    static Made of(Policy<Object> policy) {
      return new Made(policy, null, null);
    }

    static Made of(Policy<Object> policy, CircuitBreaker breaker) {
      return new Made(policy, breaker, null);
    }
  }

  /**
   * Whether its hooks run in tasks of the executor, which in virtual time are not on threads of
   * their own: an interrupt may then reach another one than its task, and time what waits around
   * it.
   */
  boolean runsInTasks() {
    return name.startsWith("detached");
  }

  /** Variants of the first breaker, and compositions, do what differs most; the others do all. */
  private boolean isVariant() {
    return name.contains(">") || name.startsWith("breaker ");
  }

  List<Form> forms() {
    return isVariant() ? List.of(Form.SYNC, Form.FOREIGN) : List.of(Form.values());
  }

  /** What its hooks throw. */
  List<Act> throwing() {
    return isVariant() ? Act.THROWING.subList(0, 2) : Act.THROWING;
  }

  /** What its hooks do to its breaker, if it has one. */
  List<Act> steering() {
    if (probes == 0) {
      return List.of();
    }
    return isVariant() ? Act.STEERING.subList(0, 3) : Act.STEERING;
  }

  /** How many failures open the breakers of all subjects. */
  static final int THRESHOLD = 3;

  private static final Duration SECOND = Duration.ofSeconds(1);

  static List<Subject> all() {
    List<Subject> all = new ArrayList<>(simple());
    all.addAll(composed());
    return all;
  }

  static List<Subject> simple() {
    return List.of(
        breaker("breaker", 1, builder -> builder),
        breaker("breaker with a window of calls", 1, b -> b.window(Window.ofCalls(10))),
        breaker(
            "breaker with a window of time", 1, b -> b.window(Window.ofTime(Duration.ofHours(1)))),
        breaker("breaker with three probes", 3, builder -> builder.probes(3)),
        breaker("breaker in a dry run", 1, builder -> builder.dryRun(true)),
        new Subject(
            "retry",
            Hooks.ofRetry(),
            Script.ofRetry(),
            0,
            false,
            false,
            shop -> Made.of(shop.retry(retry()))),
        new Subject(
            "timeout",
            Hooks.ofTimeout(),
            Script.ofTimeout(),
            0,
            false,
            false,
            shop -> Made.of(shop.timeout(Timeout.builder(SECOND)))),
        new Subject(
            "detached timeout",
            Hooks.ofTimeout(),
            Script.ofTimeout(),
            0,
            true,
            false,
            shop -> Made.of(shop.timeout(Timeout.builder(SECOND).detached()))),
        new Subject(
            "fallback",
            Hooks.ofFallback(),
            Script.ofFallback(),
            0,
            true,
            false,
            shop -> Made.of(shop.fallback(Fallback.builder()))),
        new Subject(
            "sources",
            Hooks.ofSources(),
            List.of("ok", "down ok", "down", "down", "down", "ok", Script.WAIT, "ok", "broken"),
            0,
            true,
            false,
            Subject::sources));
  }

  static List<Subject> composed() {
    return List.of(
        new Subject(
            "fallback > retry > breaker > timeout",
            hooks(
                List.of(Hooks.ofFallback(), Hooks.ofRetry(), Hooks.ofBreaker(), Hooks.ofTimeout())),
            Script.ofAllInTime(),
            1,
            true,
            false,
            shop -> {
              CircuitBreaker breaker = shop.breaker(breaker());
              return Made.of(
                  Policies.<Object>wrap(
                      shop.fallback(Fallback.builder()),
                      shop.retry(retry().maxAttempts(2)),
                      breaker,
                      shop.timeout(Timeout.builder(SECOND))),
                  breaker);
            }),
        new Subject(
            "when > gate > retry > recorder",
            hooks(List.of(Hooks.ofChoice(), Hooks.ofRetry(), Hooks.ofHalves())),
            Script.ofAll(),
            1,
            true,
            false,
            shop -> {
              CircuitBreaker breaker = shop.breaker(breaker());
              Policy<Object> then =
                  Policies.<Object>wrap(
                      breaker.gate(), shop.retry(retry().maxAttempts(2)), breaker.recorder());
              return Made.of(Policies.when(shop.condition(), then, then), breaker);
            }),
        new Subject(
            "when > breaker",
            Hooks.ofChoice(),
            Script.ofBreaker(1),
            1,
            true,
            false,
            shop -> {
              CircuitBreaker breaker = shop.breaker(breaker());
              return Made.of(Policies.<Object>when(shop.condition(), breaker, breaker), breaker);
            }));
  }

  private static List<Hook<?>> hooks(List<List<Hook<?>>> lists) {
    return lists.stream().<Hook<?>>flatMap(List::stream).toList();
  }

  private static Subject breaker(
      String name, int probes, Function<CircuitBreakerBuilder, CircuitBreakerBuilder> kind) {
    return new Subject(
        name,
        Hooks.ofBreaker(),
        Script.ofBreaker(probes),
        probes,
        true,
        name.contains("dry"),
        shop -> {
          CircuitBreaker breaker = shop.breaker(kind.apply(breaker()));
          return Made.of(breaker, breaker);
        });
  }

  /** The lease is so long that no permit comes back by itself. */
  private static CircuitBreakerBuilder breaker() {
    return CircuitBreaker.builder()
        .failureThreshold(THRESHOLD)
        .openTime(Duration.ofSeconds(60))
        .probeLease(Duration.ofDays(365))
        .ignore(UncheckedIOException.class);
  }

  private static RetryBuilder retry() {
    return Retry.builder()
        .maxAttempts(4)
        .delay(SECOND)
        .jitter(Jitter.none())
        .maxDelay(Duration.ofSeconds(60));
  }

  private static Made sources(Workshop shop) {
    Sources<String> sources =
        shop.sources(Sources.<String>builder().add("near", "near", 1).add("far", "far", 2));
    return new Made(sources, null, sources);
  }

  @Override
  public String toString() {
    return name;
  }
}

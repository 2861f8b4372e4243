package io.firmitas.tck.rules.sources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.CallbackFailed;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBudget;
import io.firmitas.sources.AllSourcesFailedException;
import io.firmitas.sources.Sources;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.testkit.ScriptedCall;
import java.io.FileNotFoundException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Cold starts, and sources composed with other policies. */
public abstract class SourceColdStartRules extends SourcesScenario {
  @EachRoute
  @Rule("SR-13")
  @DisplayName(
      "SR-13 G74 G76 G77 C42 U19: cold: each source tried once, no delay; warm: 3 attempts")
  void coldStartTriesEachSourceOnce(Route route) {
    boolean[] cold = {true};
    Sources<String> sources =
        sources(ab().retry(retry(Retry.builder())).coldStart(context -> cold[0]));
    network.breaks("a", down).breaks("b", down);

    network.failure(route, sources);
    assertAsked("a", "b");
    assertEquals(List.of(), time.sleeps());

    cold[0] = false;
    network.failure(route, sources);
    assertEquals(1 + 3, network.hits("a"));
    assertEquals(1 + 3, network.hits("b"));
    assertFailures(sources, 2, 2);
  }

  @EachRoute
  @Rule("SR-13")
  @DisplayName("SR-13 V15 G74 C42: in a cold start the breakers stay")
  void coldStartKeepsTheBreakers(Route route) throws Exception {
    Sources<String> sources = sources(ab().coldStart(context -> true));
    network.breaks("a", down);
    repeat(4, route, sources);

    assertEquals(3, network.hits("a"));
    assertTrue(Sources.isColdStart(network.contexts().get(0)));
  }

  @EachRoute
  @Rule({"SR-13", "SR-08"})
  @DisplayName("SR-13 SR-08 V15 C41: in a cold start a 404 of the second source reaches the caller")
  void coldStartKeepsFatalFailures(Route route) {
    Sources<String> sources =
        sources(abc().fatal(FileNotFoundException.class).coldStart(context -> true));
    FileNotFoundException notFound = new FileNotFoundException("404");
    network.breaks("a", down).breaks("b", notFound);

    assertSame(notFound, network.failure(route, sources));

    assertAsked("a", "b");
  }

  @Test
  @Rule("SR-13")
  @DisplayName("SR-13 G73 G75: a retry composed inside obeys with skipWhen(Sources::isColdStart)")
  void composedRetryObeysTheColdStart() throws Exception {
    boolean[] cold = {true};
    Sources<String> sources = sources(ab().coldStart(context -> cold[0]));
    Retry retry = retry(Retry.builder().skipWhen(Sources::isColdStart));
    network.breaks("a", down);
    Policy<String> policy = Policies.wrap(sources, retry);

    assertEquals("b", askCurrent(policy, sources));
    assertAsked("a", "b");

    cold[0] = false;
    askCurrent(policy, sources);
    assertAsked("a", "b", "a", "a", "a", "b");
  }

  private String askCurrent(Policy<String> policy, Sources<String> sources) throws Exception {
    return policy.<String>call(context -> network.answer(sources.current(context), context));
  }

  @EachRoute
  @Rule("SR-13")
  @DisplayName("SR-13: a coldStart condition that throws is reported and the call is made as usual")
  void coldStartConditionThatThrows(Route route) throws Exception {
    IllegalStateException bug = new IllegalStateException("bug");
    Sources<String> sources =
        sources(
            ab().coldStart(
                    context -> {
                      throw bug;
                    }));

    assertEquals("a", network.call(route, sources));
    assertSame(bug, events.last(CallbackFailed.class).failure());
    assertFalse(Sources.isColdStart(network.contexts().get(0)));
  }

  @Test
  @Rule("SR-14")
  @DisplayName("SR-14: the current source is found through the context, also with other policies")
  void composesAsAPolicy() throws Exception {
    Sources<String> sources = sources(ab());
    network.breaks("a", down);

    assertEquals("b", askCurrent(Policies.<String>wrap(retry(Retry.builder()), sources), sources));

    assertEquals("sources(cdn)", sources.describe());
    IllegalStateException none =
        assertThrows(IllegalStateException.class, () -> sources.current(Context.root()));
    assertTrue(none.toString().contains("cdn"), none::toString);
  }

  @Test
  @Rule("SR-14")
  @DisplayName("SR-14: sources in sources: each finds its own")
  void nestedSources() throws Exception {
    Sources<String> regions = sources(cdn().name("region").add("eu", "eu").add("us", "us"));
    Sources<Integer> ports = sources(Sources.<Integer>builder("port").add("p", 80));

    assertEquals(
        "eu:80",
        Policies.<String>wrap(regions, ports)
            .<String>call(context -> regions.current(context) + ":" + ports.current(context)));
  }

  @EachRoute
  @Rule("SR-13")
  @DisplayName(
      "SR-13: without a cold start, or when its condition throws, each try has its retries")
  void retriesOfTheSources(Route route) {
    for (Sources<String> sources :
        List.of(
            sources(ab().retry(retry(Retry.builder()))),
            sources(
                ab().retry(retry(Retry.builder()))
                    .coldStart(
                        context -> {
                          throw new IllegalStateException("bug");
                        })))) {
      network.asked().clear();
      network.breaks("a", down).breaks("b", down);

      network.failure(route, sources);

      assertAsked("a", "a", "a", "b", "b", "b");
      assertFalse(Sources.isColdStart(network.contexts().get(network.contexts().size() - 1)));
    }
  }

  @EachMode
  @Rule({"SR-13", "SR-14"})
  @DisplayName("SR-13 SR-14: the retry of the sources is around the policies inside")
  void retryAroundInnerPolicies(Mode mode) {
    Sources<String> sources = sources(ab().retry(retry(Retry.builder())));
    CircuitBreaker inside = breaker(CircuitBreaker.builder().failureThreshold(100));
    ScriptedCall<String> call = failing(down);

    run(mode, Policies.<String>wrap(sources, inside), call)
        .assertFailed(AllSourcesFailedException.class);

    assertEquals(2 * 3, call.count());
    assertEquals(2 * 3, inside.failures());
  }

  @EachMode
  @Rule("CX-16")
  @DisplayName("RG-14: a reset of sources resets their retry")
  void resetReachesTheRetry(Mode mode) {
    Retry retry = retry(Retry.builder().budget(RetryBudget.ofTokens(1, 1)).maxAttempts(2));
    Sources<String> sources = sources(cdn().add("a", "a").retry(retry));
    ScriptedCall<String> first = failing(down);
    ScriptedCall<String> second = failing(down);
    ScriptedCall<String> third = failing(down);
    run(mode, Policies.<String>wrap(sources), first);
    run(mode, Policies.<String>wrap(sources), second);
    assertEquals(2, first.count());
    assertEquals(1, second.count());

    sources.reset();

    run(mode, Policies.<String>wrap(sources), third);
    assertEquals(2, third.count());
  }
}

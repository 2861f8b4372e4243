package io.firmitas.tck.monitor;

import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.Ratio;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Circuit breakers with one mistake each, most of them seen in the field. */
final class BrokenBreakers {
  private BrokenBreakers() {}

  static List<Broken> all() {
    return List.of(
        Broken.circuit(
            "an outcome votes in whatever period it arrives",
            config ->
                new Circuit(config) {
                  @Override
                  boolean isOfThisPeriod(Ticket ticket) {
                    return true;
                  }
                }),
        Broken.circuit(
            "late failures of the closed period are forgotten",
            config ->
                new Circuit(config) {
                  @Override
                  boolean stillCounts(Ticket late) {
                    return false;
                  }
                }),
        Broken.circuit(
            "late failures move the open time",
            config ->
                new Circuit(config) {
                  @Override
                  void afterLateFailure() {
                    period =
                        new Period(
                            period.state,
                            period.mode,
                            runtime.nanoTime(),
                            period.openNanos,
                            period.closedBefore);
                  }
                }),
        Broken.breaker(
            "the permit leaks when the call throws an Error",
            circuit ->
                new MonitorBreaker(circuit) {
                  @Override
                  boolean closesPermitAfter(Throwable failure) {
                    return !(failure instanceof Error);
                  }
                }),
        Broken.circuit(
            "two probes where one is configured",
            config ->
                new Circuit(config) {
                  @Override
                  int probes() {
                    return config.probes() + 1;
                  }
                }),
        Broken.circuit(
            "the open time has passed one nanosecond late",
            config ->
                new Circuit(config) {
                  @Override
                  boolean isOver(long elapsed, long openNanos) {
                    return elapsed > openNanos;
                  }
                }),
        Broken.circuit(
            "the lease of a probe never ends",
            config ->
                new Circuit(config) {
                  @Override
                  boolean leaseIsOver(long elapsed, long lease) {
                    return false;
                  }
                }),
        Broken.circuit(
            "a neutral probe does not give its permit back",
            config ->
                new Circuit(config) {
                  @Override
                  void giveBack(Ticket probe) {}
                }),
        Broken.circuit(
            "the window is judged before the minimum of calls",
            config ->
                new Circuit(config) {
                  @Override
                  boolean mayJudge(int calls) {
                    return true;
                  }
                }),
        Broken.circuit(
            "ratios are compared as percentages in floating point",
            config ->
                new Circuit(config) {
                  @Override
                  boolean reaches(Ratio rate, int part, int calls) {
                    return part * 100.0 / calls >= rate.value() * 100.0;
                  }
                }),
        Broken.circuit(
            "a failed probe is not counted",
            config ->
                new Circuit(config) {
                  @Override
                  int failuresAfterFailedProbe(int before) {
                    return before;
                  }
                }),
        Broken.circuit(
            "a rejection has no cause",
            config ->
                new Circuit(config) {
                  @Override
                  Throwable causeOfRefusal() {
                    return null;
                  }
                }),
        Broken.circuit(
            "the state changes to half-open with the first probe only",
            config ->
                new Circuit(config) {
                  @Override
                  CircuitState stateAt(long now) {
                    return period.state;
                  }
                }),
        Broken.circuit(
            "events are published before the state has changed",
            config ->
                new Circuit(config) {
                  @Override
                  void move(Period next, CircuitStateChanged change, Told told) {
                    config.listeners().publish(change);
                    period = next;
                  }
                }),
        Broken.circuit(
            "reset goes on with the old period",
            config ->
                new Circuit(config) {
                  @Override
                  Period periodAfterReset() {
                    return period.state == CircuitState.CLOSED ? period : super.periodAfterReset();
                  }
                }),
        Broken.breaker(
            "cancelling the future does not cancel the stage",
            circuit ->
                new MonitorBreaker(circuit) {
                  @Override
                  void cancel(CompletableFuture<?> source) {}
                }),
        Broken.breaker(
            "a cancelled call is a failure",
            circuit ->
                new MonitorBreaker(circuit) {
                  @Override
                  Verdict verdictOfCancelled() {
                    return Verdict.FAILURE;
                  }
                }));
  }
}

package io.firmitas.tck.monitor;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
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
        new Broken(
            "an outcome votes in whatever period it arrives",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
                  @Override
                  boolean isOfThisPeriod(Ticket ticket) {
                    return true;
                  }
                };
              }
            }),
        new Broken(
            "late failures of the closed period are forgotten",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
                  @Override
                  boolean stillCounts(Ticket late) {
                    return false;
                  }
                };
              }
            }),
        new Broken(
            "late failures move the open time",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
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
                };
              }
            }),
        new Broken(
            "the permit leaks when the call throws an Error",
            new MonitorProvider() {
              @Override
              CircuitBreaker breaker(CircuitBreakerConfig config) {
                return new MonitorBreaker(circuit(config)) {
                  @Override
                  boolean closesPermitAfter(Throwable failure) {
                    return !(failure instanceof Error);
                  }
                };
              }
            }),
        new Broken(
            "two probes where one is configured",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
                  @Override
                  int probes() {
                    return config.probes() + 1;
                  }
                };
              }
            }),
        new Broken(
            "the open time has passed one nanosecond late",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
                  @Override
                  boolean isOver(long elapsed, long openNanos) {
                    return elapsed > openNanos;
                  }
                };
              }
            }),
        new Broken(
            "the lease of a probe never ends",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
                  @Override
                  boolean leaseIsOver(long elapsed, long lease) {
                    return false;
                  }
                };
              }
            }),
        new Broken(
            "a neutral probe does not give its permit back",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
                  @Override
                  void giveBack(Ticket probe) {}
                };
              }
            }),
        new Broken(
            "the window is judged before the minimum of calls",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
                  @Override
                  boolean mayJudge(int calls) {
                    return true;
                  }
                };
              }
            }),
        new Broken(
            "ratios are compared as percentages in floating point",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
                  @Override
                  boolean reaches(Ratio rate, int part, int calls) {
                    return part * 100.0 / calls >= rate.value() * 100.0;
                  }
                };
              }
            }),
        new Broken(
            "a failed probe is not counted",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
                  @Override
                  int failuresAfterFailedProbe(int before) {
                    return before;
                  }
                };
              }
            }),
        new Broken(
            "a rejection has no cause",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
                  @Override
                  Throwable causeOfRefusal() {
                    return null;
                  }
                };
              }
            }),
        new Broken(
            "the state changes to half-open with the first probe only",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
                  @Override
                  CircuitState stateAt(long now) {
                    return period.state;
                  }
                };
              }
            }),
        new Broken(
            "events are published before the state has changed",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
                  @Override
                  void move(Period next, CircuitStateChanged change, Told told) {
                    config.listeners().publish(change);
                    period = next;
                  }
                };
              }
            }),
        new Broken(
            "reset goes on with the old period",
            new MonitorProvider() {
              @Override
              Circuit circuit(CircuitBreakerConfig config) {
                return new Circuit(config) {
                  @Override
                  Period periodAfterReset() {
                    return period.state == CircuitState.CLOSED ? period : super.periodAfterReset();
                  }
                };
              }
            }),
        new Broken(
            "cancelling the future does not cancel the stage",
            new MonitorProvider() {
              @Override
              CircuitBreaker breaker(CircuitBreakerConfig config) {
                return new MonitorBreaker(circuit(config)) {
                  @Override
                  void cancel(CompletableFuture<?> source) {}
                };
              }
            }),
        new Broken(
            "a cancelled call is a failure",
            new MonitorProvider() {
              @Override
              CircuitBreaker breaker(CircuitBreakerConfig config) {
                return new MonitorBreaker(circuit(config)) {
                  @Override
                  Verdict verdictOfCancelled() {
                    return Verdict.FAILURE;
                  }
                };
              }
            }));
  }
}

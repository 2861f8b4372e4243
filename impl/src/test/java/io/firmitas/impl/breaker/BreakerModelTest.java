package io.firmitas.impl.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * A breaker of consecutive failures against a model as simple as the words of its Javadoc, over
 * random sequences of admissions, outcomes in any order, orders by hand and passing time.
 */
class BreakerModelTest {
  private static final IOException FAILURE = new IOException("down");

  /** An admission: of a generation, as a probe or not. */
  private static final class Held {
    final int generation;
    final boolean probe;
    final long leaseEnd;
    final Permit permit;
    boolean lost;

    Held(int generation, boolean probe, long leaseEnd, Permit permit) {
      this.generation = generation;
      this.probe = probe;
      this.leaseEnd = leaseEnd;
      this.permit = permit;
    }
  }

  private static final class Model {
    final int threshold;
    final int probes;
    final int successes;
    final long openTime;
    final long lease;
    final List<CircuitState> path = new ArrayList<>(List.of(CircuitState.CLOSED));
    final List<Held> held = new ArrayList<>();
    CircuitState state = CircuitState.CLOSED;
    int generation;
    int failures;
    int openedFrom = -1;
    long openedAt;
    int free;
    int good;
    int bad;

    Model(int threshold, int probes, int successes, long openTime, long lease) {
      this.threshold = threshold;
      this.probes = probes;
      this.successes = successes;
      this.openTime = openTime;
      this.lease = lease;
    }

    void become(CircuitState next) {
      if (next != state) {
        path.add(next);
      }
      state = next;
      generation++;
      openedFrom = -1;
    }

    void halfOpenIfTimeIsUp(long now) {
      if (state == CircuitState.OPEN && now - openedAt >= openTime) {
        become(CircuitState.HALF_OPEN);
        free = probes;
        good = 0;
        bad = 0;
      }
    }

    void open(long now) {
      int before = generation;
      boolean fromClosed = state == CircuitState.CLOSED;
      become(CircuitState.OPEN);
      openedAt = now;
      openedFrom = fromClosed ? before : -1;
    }

    boolean admit(long now) {
      halfOpenIfTimeIsUp(now);
      if (state == CircuitState.HALF_OPEN) {
        for (Held probe : held) {
          if (probe.probe
              && probe.generation == generation
              && !probe.lost
              && now - probe.leaseEnd >= 0) {
            probe.lost = true;
            free++;
          }
        }
        if (free == 0) {
          return false;
        }
        free--;
        return true;
      }
      return state == CircuitState.CLOSED;
    }

    void close(Held admission, int outcome, long now) {
      if (admission.lost) {
        return;
      }
      if (admission.generation != generation) {
        if (outcome == 1 && !admission.probe && admission.generation == openedFrom) {
          failures++;
        }
        return;
      }
      if (admission.probe) {
        if (outcome == 2) {
          free++;
        } else if (outcome == 0) {
          if (++good >= successes) {
            failures = 0;
            become(CircuitState.CLOSED);
          }
        } else {
          failures++;
          if (++bad > probes - successes) {
            open(now);
          }
        }
      } else if (outcome == 0) {
        failures = 0;
      } else if (outcome == 1 && ++failures >= threshold) {
        open(now);
      }
    }
  }

  @Property(tries = 400)
  @Label("R2, R3, F4, R25, R27, P7, P11: state, failures, admissions and events equal the model")
  void equalsModel(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 4) int threshold,
      @ForAll @IntRange(min = 1, max = 4) int probes,
      @ForAll @IntRange(min = 1, max = 4) int anySuccesses,
      @ForAll @IntRange(min = 1, max = 12) int lease) {
    int successes = Math.min(anySuccesses, probes);
    Random random = new Random(seed);
    VirtualRuntime runtime = new VirtualRuntime().startAt(Long.MAX_VALUE - random.nextInt(200));
    List<CircuitState> path = new ArrayList<>(List.of(CircuitState.CLOSED));
    CircuitBreaker breaker =
        CircuitBreaker.builder()
            .runtime(runtime)
            .failureThreshold(threshold)
            .probes(probes)
            .successThreshold(successes)
            .openTime(Duration.ofNanos(8))
            .probeLease(Duration.ofNanos(lease))
            .onEvent(CircuitStateChanged.class, changed -> path.add(changed.to()))
            .build();
    Model model = new Model(threshold, probes, successes, 8, lease);
    for (int step = 0; step < 250; step++) {
      step(random, runtime, breaker, model);
      model.held.removeIf(admission -> admission.permit == null);
      assertThat(path).isEqualTo(model.path);
      assertThat(breaker.failures()).isEqualTo(model.failures);
      boolean timeIsUp =
          model.state == CircuitState.OPEN && runtime.nanoTime() - model.openedAt >= model.openTime;
      assertThat(breaker.state()).isEqualTo(timeIsUp ? CircuitState.HALF_OPEN : model.state);
    }
  }

  private static void step(
      Random random, VirtualRuntime runtime, CircuitBreaker breaker, Model model) {
    long now = runtime.nanoTime();
    int kind = random.nextInt(20);
    if (kind < 8) {
      boolean expected = model.admit(now);
      Optional<Permit> permit = breaker.tryAcquire();
      assertThat(permit.isPresent()).isEqualTo(expected);
      if (expected) {
        boolean probe = model.state == CircuitState.HALF_OPEN;
        model.held.add(new Held(model.generation, probe, now + model.lease, permit.get()));
      }
    } else if (kind < 15) {
      if (!model.held.isEmpty()) {
        Held admission = model.held.remove(random.nextInt(model.held.size()));
        int outcome = random.nextInt(3);
        model.close(admission, outcome, now);
        switch (outcome) {
          case 0 -> admission.permit.success();
          case 1 -> admission.permit.failure(FAILURE);
          default -> admission.permit.close();
        }
        // Closing a second time does nothing.
        admission.permit.failure(FAILURE);
      }
    } else if (kind < 19) {
      runtime.advance(Duration.ofNanos(random.nextInt(6)));
    } else if (random.nextInt(4) == 0) {
      breaker.reset();
      model.failures = 0;
      model.become(CircuitState.CLOSED);
    }
  }
}

package io.firmitas.concurrency;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitState;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Transitions, permits and reads of a circuit breaker. */
public final class BreakerRaces {
  private BreakerRaces() {}

  /** Two threads ask a half-open breaker with one permit. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "exactly one probe passes")
  @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two probes passed")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the permit is lost")
  @State
  public static class OneProbe {
    private final CircuitBreaker breaker = Breakers.halfOpen();

    /** Asks. */
    @Actor
    public void first(II_Result result) {
      result.r1 = breaker.tryAcquire().isPresent() ? 1 : 0;
    }

    /** Asks too. */
    @Actor
    public void second(II_Result result) {
      result.r2 = breaker.tryAcquire().isPresent() ? 1 : 0;
    }
  }

  /** Two threads record a failure each; three would open the breaker. */
  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "both failures count")
  @Outcome(expect = FORBIDDEN, desc = "a failure is lost")
  @State
  public static class LostFailure {
    private final CircuitBreaker breaker = Breakers.afterThree();

    /** Fails. */
    @Actor
    public void first() {
      breaker.recordFailure(Breakers.FAILURE);
    }

    /** Fails too. */
    @Actor
    public void second() {
      breaker.recordFailure(Breakers.FAILURE);
    }

    /** Counts. */
    @Arbiter
    public void failures(I_Result result) {
      result.r1 = breaker.failures();
    }
  }

  /** Two threads record the failures that open the breaker together. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "open, and told once")
  @Outcome(expect = FORBIDDEN, desc = "not open, or told never or twice")
  @State
  public static class OpensOnce {
    private final AtomicInteger openings = new AtomicInteger();
    private final CircuitBreaker breaker = Breakers.counting(openings);

    /** Fails. */
    @Actor
    public void first() {
      breaker.recordFailure(Breakers.FAILURE);
    }

    /** Fails too. */
    @Actor
    public void second() {
      breaker.recordFailure(Breakers.FAILURE);
    }

    /** Looks. */
    @Arbiter
    public void end(II_Result result) {
      result.r1 = Breakers.code(breaker);
      result.r2 = openings.get();
    }
  }

  /** A call that was admitted before succeeds while failures open the breaker. */
  @JCStressTest
  @Outcome(
      id = "1",
      expect = ACCEPTABLE,
      desc = "the success came before both failures, or too late")
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "the success came between the two failures")
  @Outcome(expect = FORBIDDEN, desc = "half-open from nowhere")
  @State
  public static class LateSuccess {
    private final CircuitBreaker breaker = Breakers.afterTwo();
    private final Permit permit = breaker.acquire();

    /** Opens the breaker. */
    @Actor
    public void failures() {
      breaker.recordFailure(Breakers.FAILURE);
      breaker.recordFailure(Breakers.FAILURE);
    }

    /** Succeeds, perhaps too late. */
    @Actor
    public void success() {
      permit.success();
    }

    /** Looks. */
    @Arbiter
    public void end(I_Result result) {
      result.r1 = Breakers.code(breaker);
    }
  }

  /** A probe succeeds while somebody opens the breaker by order. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the order holds, whoever came first")
  @Outcome(expect = FORBIDDEN, desc = "an old result closed the breaker")
  @State
  public static class ProbeAgainstOrder {
    private final CircuitBreaker breaker = Breakers.halfOpen();
    private final Permit probe = breaker.acquire();

    /** Succeeds. */
    @Actor
    public void probe() {
      probe.success();
    }

    /** Orders. */
    @Actor
    public void order() {
      breaker.forceOpen();
    }

    /** Looks. */
    @Arbiter
    public void end(I_Result result) {
      result.r1 = Breakers.code(breaker);
    }
  }

  /** Two threads close one permit in two ways. */
  @JCStressTest
  @Outcome(
      id = {"0", "1"},
      expect = ACCEPTABLE,
      desc = "the first way wins: closed or open")
  @Outcome(expect = FORBIDDEN, desc = "both counted, or none")
  @State
  public static class PermitClosedTwice {
    private final CircuitBreaker breaker = Breakers.halfOpen();
    private final Permit probe = breaker.acquire();

    /** Succeeds. */
    @Actor
    public void success() {
      probe.success();
    }

    /** Fails. */
    @Actor
    public void failure() {
      probe.failure(Breakers.FAILURE);
    }

    /** Looks. */
    @Arbiter
    public void end(I_Result result) {
      result.r1 = Breakers.code(breaker);
    }
  }

  /** A probe is given back while another thread asks. */
  @JCStressTest
  @Outcome(id = "1, 3", expect = ACCEPTABLE, desc = "given back in time")
  @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "given back afterwards")
  @Outcome(expect = FORBIDDEN, desc = "a permit is lost or made")
  @State
  public static class GivenBack {
    private final CircuitBreaker breaker = Breakers.halfOpen();
    private final Permit probe = breaker.acquire();

    /** Gives back. */
    @Actor
    public void giveBack() {
      probe.close();
    }

    /** Asks. */
    @Actor
    public void ask(II_Result result) {
      result.r1 = breaker.tryAcquire().isPresent() ? 1 : 0;
    }

    /** Looks. */
    @Arbiter
    public void end(II_Result result) {
      result.r2 = Breakers.code(breaker);
    }
  }

  /** A snapshot is taken while failures open the breaker. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "0, 1", "1, 2"},
      expect = ACCEPTABLE,
      desc = "values of one moment")
  @Outcome(expect = FORBIDDEN, desc = "state and failures of two moments")
  @State
  public static class Snapshot {
    private final CircuitBreaker breaker = Breakers.afterTwo();

    /** Opens the breaker. */
    @Actor
    public void failures() {
      breaker.recordFailure(Breakers.FAILURE);
      breaker.recordFailure(Breakers.FAILURE);
    }

    /** Reads. */
    @Actor
    public void read(II_Result result) {
      CircuitBreakerSnapshot snapshot = breaker.snapshot();
      result.r1 = snapshot.state() == CircuitState.OPEN ? 1 : 0;
      result.r2 = snapshot.failures();
    }
  }

  /** A snapshot is taken while failures open a breaker with a window. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "0, 1", "1, 2"},
      expect = ACCEPTABLE,
      desc = "values of one moment")
  @Outcome(expect = FORBIDDEN, desc = "a closed breaker with failures that have opened it")
  @State
  public static class SnapshotOfWindow {
    private final CircuitBreaker breaker = Breakers.windowOfTwo();

    /** Opens the breaker. */
    @Actor
    public void failures() {
      breaker.recordFailure(Breakers.FAILURE);
      breaker.recordFailure(Breakers.FAILURE);
    }

    /** Reads. */
    @Actor
    public void read(II_Result result) {
      CircuitBreakerSnapshot snapshot = breaker.snapshot();
      result.r1 = snapshot.state() == CircuitState.OPEN ? 1 : 0;
      result.r2 = snapshot.failures();
    }
  }

  /** Who sees the breaker open is refused, and sees it open ever after. */
  @JCStressTest
  @Outcome(
      id = {"0, 0, 1", "0, 1, 1", "1, 1, 1"},
      expect = ACCEPTABLE,
      desc = "never back")
  @Outcome(expect = FORBIDDEN, desc = "a later read saw an earlier state")
  @State
  public static class ReadsInOrder {
    private final CircuitBreaker breaker = Breakers.afterTwo();

    /** Opens the breaker. */
    @Actor
    public void failures() {
      breaker.recordFailure(Breakers.FAILURE);
      breaker.recordFailure(Breakers.FAILURE);
    }

    /** Reads twice. */
    @Actor
    public void read(III_Result result) {
      result.r1 = breaker.state() == CircuitState.OPEN ? 1 : 0;
      result.r2 = breaker.wouldPermit() ? 0 : 1;
    }

    /** Looks. */
    @Arbiter
    public void end(III_Result result) {
      result.r3 = Breakers.code(breaker);
    }
  }

  /** Two calls end in a window of two. */
  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "both counted")
  @Outcome(expect = FORBIDDEN, desc = "an outcome is lost or counted twice")
  @State
  public static class WindowOutcomes {
    private final CircuitBreaker breaker = Breakers.windowOfTwo();

    /** Succeeds. */
    @Actor
    public void success() {
      breaker.recordSuccess();
    }

    /** Fails. */
    @Actor
    public void failure() {
      breaker.recordFailure(Breakers.FAILURE);
    }

    /** Looks. */
    @Arbiter
    public void end(II_Result result) {
      CircuitBreakerSnapshot snapshot = breaker.snapshot();
      result.r1 = snapshot.state() == CircuitState.OPEN || snapshot.calls() != 2 ? 1 : 0;
      result.r2 = snapshot.failures();
    }
  }

  /** A reset races with the failure that opens the breaker. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "reset last")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "reset first: one failure on record")
  @Outcome(expect = FORBIDDEN, desc = "a failure of before the reset opened it")
  @State
  public static class Reset {
    private final CircuitBreaker breaker = Breakers.afterTwo();

    /** One failure is on record. */
    public Reset() {
      breaker.recordFailure(Breakers.FAILURE);
    }

    /** Resets. */
    @Actor
    public void reset() {
      breaker.reset();
    }

    /** Fails. */
    @Actor
    public void failure() {
      breaker.recordFailure(Breakers.FAILURE);
    }

    /** Looks. */
    @Arbiter
    public void end(II_Result result) {
      result.r1 = Breakers.code(breaker);
      result.r2 = breaker.failures();
    }
  }
}

package io.firmitas.tck.rules.hostile;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.Permit;
import java.io.FileNotFoundException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a hook does each time it is asked.
 *
 * @param name in words
 * @param kind what it is about
 * @param deed does it
 */
record Act(String name, Kind kind, Deed deed) {
  /** What acts are about; each kind has a rule of its own. */
  enum Kind {
    THROWS,
    ANSWERS,
    READS,
    CALLS,
    STEERS,
    INTERRUPTS,
    CANCELS
  }

  /** Does something and gives the hook's answer. */
  @FunctionalInterface
  interface Deed {
    @Nullable Object at(Trap trap, @Nullable Object ordinary) throws Throwable;
  }

  /** Does something and answers as usual. */
  @FunctionalInterface
  private interface Side {
    void at(Trap trap) throws Throwable;
  }

  static final Act NOTHING = new Act("does nothing", Kind.READS, (trap, ordinary) -> ordinary);

  static final List<Act> THROWING =
      List.of(
          throwing("throws an exception", () -> new IllegalStateException("hostile")),
          throwing("throws an Error", () -> new AssertionError("hostile")),
          throwing("throws an error of the virtual machine", StackOverflowError::new),
          throwing("throws a checked exception", () -> new FileNotFoundException("hostile")),
          throwing("throws an InterruptedException", () -> new InterruptedException("hostile")),
          throwing("throws a CancellationException", () -> new CancellationException("hostile")));

  /** What a hook may do to the policy that asks it, and nothing changes. */
  static final Act READING =
      doing(
          "reads its policy",
          Kind.READS,
          trap -> {
            trap.policy().describe();
            CircuitBreaker breaker = trap.breaker();
            if (breaker != null) {
              breaker.snapshot();
              breaker.state();
              breaker.wouldPermit();
            }
          });

  /** For listeners only, which run under no lock. */
  static final Act WAITING =
      doing("waits for another thread that reads its policy", Kind.READS, Trap::readElsewhere);

  static final List<Act> CALLING =
      List.of(
          doing("calls its policy", Kind.CALLS, Trap::call),
          doing("calls its policy asynchronously", Kind.CALLS, Trap::callAsync));

  static final List<Act> STEERING =
      List.of(
          steering("resets its breaker", CircuitBreaker::reset),
          steering("forces its breaker open", CircuitBreaker::forceOpen),
          steering("forces its breaker half-open", CircuitBreaker::forceHalfOpen),
          steering("disables its breaker", CircuitBreaker::disable),
          steering(
              "records a failure", breaker -> breaker.recordFailure(new IllegalStateException())),
          steering("records a success", CircuitBreaker::recordSuccess),
          steering(
              "takes a permit and gives it back",
              breaker -> breaker.tryAcquire().ifPresent(Permit::close)),
          steering(
              "takes a permit and fails",
              breaker ->
                  breaker
                      .tryAcquire()
                      .ifPresent(permit -> permit.failure(new IllegalStateException()))));

  static final Act INTERRUPTING = doing("interrupts its thread", Kind.INTERRUPTS, Trap::interrupt);

  static final Act CANCELLING_FUTURE =
      doing("cancels the future of the call", Kind.CANCELS, Trap::cancelFuture);

  static final Act CANCELLING_CONTEXT =
      doing("cancels the context of the call", Kind.CANCELS, Trap::cancelContext);

  /** Answers something else. */
  static Act answering(String what, @Nullable Object answer) {
    return new Act("answers " + what, Kind.ANSWERS, (trap, ordinary) -> answer);
  }

  private static Act throwing(String name, Supplier<Throwable> thrown) {
    return new Act(
        name,
        Kind.THROWS,
        (trap, ordinary) -> {
          throw trap.toThrow(thrown);
        });
  }

  private static Act doing(String name, Kind kind, Side side) {
    return new Act(
        name,
        kind,
        (trap, ordinary) -> {
          side.at(trap);
          return ordinary;
        });
  }

  private static Act steering(String name, Consumer<CircuitBreaker> order) {
    return doing(
        name,
        Kind.STEERS,
        trap -> {
          CircuitBreaker breaker = trap.breaker();
          if (breaker != null) {
            order.accept(breaker);
          }
        });
  }

  @Override
  public String toString() {
    return name;
  }
}

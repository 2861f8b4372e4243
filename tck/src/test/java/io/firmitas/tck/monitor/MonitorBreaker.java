package io.firmitas.tck.monitor;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitState;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A circuit around calls; the calls themselves run outside its monitor. */
class MonitorBreaker implements CircuitBreaker {
  final CircuitBreakerConfig config;
  private final Circuit circuit;

  MonitorBreaker(Circuit circuit) {
    this.config = circuit.config;
    this.circuit = circuit;
  }

  // ---- the decisions; a broken breaker overrides one of them

  boolean closesPermitAfter(Throwable failure) {
    return true;
  }

  void cancel(CompletableFuture<?> source) {
    source.cancel(true);
  }

  Verdict verdictOfCancelled() {
    return Verdict.NEUTRAL;
  }

  // ---- calls

  @Override
  public Object execute(Call<? extends Object> call, Context context) throws Exception {
    Ticket ticket = enter();
    long start = startOfCall();
    Object result;
    try {
      result = call.invoke(context);
    } catch (Throwable thrown) {
      leave(ticket, thrown, start);
      throw thrown;
    }
    leave(ticket, judge(result), isSlow(start), null);
    return result;
  }

  @Override
  public CompletableFuture<Object> executeAsync(AsyncCall<? extends Object> call, Context context) {
    Ticket ticket;
    try {
      ticket = enter();
    } catch (RuntimeException refused) {
      return CompletableFuture.failedFuture(refused);
    }
    long start = startOfCall();
    CompletableFuture<Object> source = Stages.start(call, context);
    Answer<Object> answer = new Answer<>();
    Stages.atGivingUp(
        answer,
        thrown -> {
          leave(ticket, verdictOfCancelled(), false, thrown);
          cancel(source);
        });
    Stages.atEnd(
        source,
        (value, thrown) -> {
          if (thrown == null) {
            leave(ticket, judge(value), isSlow(start), null);
            answer.settle(value, null);
          } else {
            Throwable failure = FailureMatcher.unwrap(thrown);
            leave(ticket, failure, start);
            answer.settle(null, failure);
          }
        });
    return answer;
  }

  /** A ticket; in a dry run one that records nothing when the call would be refused. */
  private Ticket enter() {
    Told told = new Told(config);
    Ticket ticket = circuit.admit(this, told);
    RuntimeException refusal = ticket == null && !config.dryRun() ? circuit.refusal() : null;
    told.tell();
    if (refusal != null) {
      throw refusal;
    }
    return ticket == null ? new Ticket(this, null, 0) : ticket;
  }

  private void leave(Ticket ticket, Throwable thrown, long start) {
    Throwable failure = FailureMatcher.unwrap(thrown);
    if (closesPermitAfter(failure)) {
      leave(ticket, judge(failure), isSlow(start), failure);
    }
  }

  void leave(Ticket ticket, Verdict verdict, Throwable failure) {
    leave(ticket, verdict, false, failure);
  }

  private void leave(Ticket ticket, Verdict verdict, boolean slow, Throwable failure) {
    step(told -> circuit.end(ticket, verdict, slow, failure, told));
  }

  private void step(Consumer<Told> step) {
    Told told = new Told(config);
    step.accept(told);
    told.tell();
  }

  private Verdict judge(Throwable failure) {
    try {
      return config.verdict(failure);
    } catch (Throwable thrown) {
      config.listeners().report(config.name(), "filter", thrown);
      return Verdict.NEUTRAL;
    }
  }

  private Verdict judge(Object result) {
    try {
      return config.judgesResults() && config.failsOnResult(result)
          ? Verdict.FAILURE
          : Verdict.SUCCESS;
    } catch (Throwable thrown) {
      config.listeners().report(config.name(), "failOnResult", thrown);
      return Verdict.NEUTRAL;
    }
  }

  private long startOfCall() {
    return config.slowCallDuration().isPresent() ? runtime().nanoTime() : 0;
  }

  private boolean isSlow(long start) {
    return config.slowCallDuration().isPresent()
        && runtime().nanoTime() - start >= Nanos.of(config.slowCallDuration().get());
  }

  // ---- by hand

  @Override
  public Optional<Permit> tryAcquire() {
    Told told = new Told(config);
    Ticket ticket = circuit.admit(this, told);
    told.tell();
    if (ticket == null && config.dryRun()) {
      ticket = new Ticket(this, null, 0);
    }
    return Optional.ofNullable(ticket);
  }

  @Override
  public Permit acquire() {
    return enter();
  }

  @Override
  public Policy<Object> gate() {
    throw new UnsupportedOperationException("gate() of a circuit breaker");
  }

  @Override
  public Policy<Object> recorder() {
    throw new UnsupportedOperationException("recorder() of a circuit breaker");
  }

  @Override
  public void recordSuccess() {
    step(told -> circuit.recordUnasked(Verdict.SUCCESS, null, told));
  }

  @Override
  public void recordFailure(Throwable failure) {
    step(told -> circuit.recordUnasked(Verdict.FAILURE, failure, told));
  }

  @Override
  public void forceOpen() {
    step(circuit::forceOpen);
  }

  @Override
  public void forceHalfOpen() {
    step(circuit::forceHalfOpen);
  }

  @Override
  public void disable() {
    step(circuit::disable);
  }

  @Override
  public void reset() {
    step(circuit::reset);
  }

  // ---- reading

  @Override
  public CircuitBreakerConfig config() {
    return config;
  }

  @Override
  public CircuitState state() {
    return circuit.state();
  }

  @Override
  public CircuitBreakerSnapshot snapshot() {
    return circuit.snapshot();
  }

  @Override
  public boolean wouldPermit() {
    return circuit.wouldPermit();
  }

  @Override
  public PolicyRuntime runtime() {
    return config.runtime();
  }

  @Override
  public String describe() {
    return "circuit-breaker(" + name() + ")";
  }
}

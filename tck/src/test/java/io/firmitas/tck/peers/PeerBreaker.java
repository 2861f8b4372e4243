package io.firmitas.tck.peers;

import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.Permit;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** What no peer has, and what the adapters of breakers share. */
abstract class PeerBreaker implements CircuitBreaker {
  final CircuitBreakerConfig config;

  PeerBreaker(CircuitBreakerConfig config) {
    this.config = config;
  }

  /** The verdict as this configuration's own code gives it; a callback that throws is reported. */
  final Verdict verdict(Throwable failure) {
    try {
      return config.verdict(failure);
    } catch (RuntimeException | Error thrown) {
      config.listeners().report(name(), "filter", thrown);
      return Verdict.NEUTRAL;
    }
  }

  final boolean failsOnResult(Object result) {
    try {
      return config.judgesResults() && config.failsOnResult(result);
    } catch (RuntimeException | Error thrown) {
      config.listeners().report(name(), "failOnResult", thrown);
      return false;
    }
  }

  abstract void giveBack();

  /** A permit that counts as what is recorded first. */
  final Permit permit() {
    AtomicBoolean ended = new AtomicBoolean();
    return new Permit() {
      @Override
      public void success() {
        if (ended.compareAndSet(false, true)) {
          recordSuccess();
        }
      }

      @Override
      public void failure(Throwable failure) {
        if (ended.compareAndSet(false, true)) {
          recordFailure(failure);
        }
      }

      @Override
      public void close() {
        if (ended.compareAndSet(false, true)) {
          giveBack();
        }
      }
    };
  }

  @Override
  public CircuitBreakerSnapshot snapshot() {
    throw PeerProvider.lacks("snapshot() of a circuit breaker");
  }

  @Override
  public Optional<Instant> lastFailureTime() {
    throw PeerProvider.lacks("lastFailureTime() of a circuit breaker");
  }

  @Override
  public boolean wouldPermit() {
    throw PeerProvider.lacks("wouldPermit() of a circuit breaker");
  }

  @Override
  public Policy<Object> gate() {
    throw PeerProvider.lacks("gate() of a circuit breaker");
  }

  @Override
  public Policy<Object> recorder() {
    throw PeerProvider.lacks("recorder() of a circuit breaker");
  }

  @Override
  public CircuitBreakerConfig config() {
    return config;
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

package io.firmitas.impl.breaker;

import org.jspecify.annotations.Nullable;

/**
 * A call admitted by a half-open period. All fields that change are guarded by the breaker's lock.
 */
final class Probe extends Admission {
  final Period.HalfOpen period;
  final long leaseEnd;

  /** The next younger probe on its way. */
  @Nullable Probe younger;

  /** Whether the permit is still held; a probe that lost it has no vote. */
  boolean onItsWay = true;

  Probe(Period.HalfOpen period, long leaseEnd) {
    this.period = period;
    this.leaseEnd = leaseEnd;
  }
}

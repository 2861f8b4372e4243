package io.firmitas.impl.breaker;

import org.jspecify.annotations.Nullable;

/**
 * The permits of a half-open period: those that are free, and the probes on their way, oldest
 * first. All leases of a period are equally long, so the oldest probe is the first to lose its
 * permit.
 *
 * <p>Everything happens under the breaker's lock, except for {@link #admits}.
 */
final class ProbeQueue {
  /** How many more probes may pass. */
  private volatile int free;

  /** When the oldest probe on its way loses its permit; meaningful while there is one. */
  private volatile long firstLeaseEnd;

  private @Nullable Probe oldest;

  ProbeQueue(int permits) {
    free = permits;
  }

  /**
   * Whether a probe could pass: a permit is free, or one would be taken back from a probe that
   * takes too long. Needs no lock.
   */
  boolean admits(long now) {
    return free > 0 || now - firstLeaseEnd >= 0;
  }

  /** Lets a probe pass until {@code leaseEnd}; {@code null} when all permits are taken. */
  @Nullable Probe admit(Period.HalfOpen period, long now, long leaseEnd) {
    while (oldest != null && isOverdue(oldest, now)) {
      giveBack(oldest);
    }
    if (free == 0) {
      return null;
    }
    Probe probe = new Probe(period, leaseEnd);
    if (oldest == null) {
      oldest = probe;
      firstLeaseEnd = leaseEnd;
    } else {
      Probe youngest = oldest;
      while (youngest.younger != null) {
        youngest = youngest.younger;
      }
      youngest.younger = probe;
    }
    int left = free - 1;
    free = left;
    return probe;
  }

  /** Takes a probe out and frees its permit. */
  void giveBack(Probe probe) {
    remove(probe);
    int more = free + 1;
    free = more;
  }

  /** Takes a probe out; its permit is used up. */
  void remove(Probe probe) {
    probe.onItsWay = false;
    if (oldest == probe) {
      oldest = probe.younger;
    } else {
      for (Probe older = oldest; older != null; older = older.younger) {
        if (older.younger == probe) {
          older.younger = probe.younger;
        }
      }
    }
    if (oldest != null) {
      firstLeaseEnd = oldest.leaseEnd;
    }
  }

  /** How many probes could pass at a moment, those whose permits would be taken back included. */
  int freeAt(long now) {
    int passing = free;
    for (Probe probe = oldest; probe != null; probe = probe.younger) {
      passing += isOverdue(probe, now) ? 1 : 0;
    }
    return passing;
  }

  private static boolean isOverdue(Probe probe, long now) {
    return now - probe.leaseEnd >= 0;
  }
}

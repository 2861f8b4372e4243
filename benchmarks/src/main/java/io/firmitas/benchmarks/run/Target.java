package io.firmitas.benchmarks.run;

import java.util.ArrayList;
import java.util.List;

/**
 * What a row wants to reach.
 *
 * @param share at most this share of the fastest peer
 * @param extraNanos or at most so many nanoseconds more than the fastest peer
 * @param bytes at most so many bytes for each call
 * @param belowFloor whether the floor must not be exceeded either
 * @param overFloor whether all of this is about what comes on top of the floor; then the share of
 *     the fastest peer and the extra nanoseconds both hold
 */
record Target(double share, double extraNanos, long bytes, boolean belowFloor, boolean overFloor) {
  /** Allocation is measured by sampling, so nothing is not quite nothing. */
  private static final double BYTES_TOLERANCE = 0.5;

  /** Two measurements of the same thing differ by this much. */
  private static final double NOISE = 1.05;

  private static final long ANY = Long.MAX_VALUE;

  static Target share(double share) {
    return new Target(share, 0, 0, false, false);
  }

  Target withBytes(long most) {
    return new Target(share, extraNanos, most, belowFloor, overFloor);
  }

  Target withAnyBytes() {
    return withBytes(ANY);
  }

  Target notAboveFloor() {
    return new Target(share, extraNanos, bytes, true, overFloor);
  }

  static Target within(double nanos) {
    return new Target(1, nanos, 0, false, false);
  }

  static Target overFloor(double nanos, long bytes, double share) {
    return new Target(share, nanos, bytes, false, true);
  }

  /** What is missed; empty when nothing is. */
  List<String> missed(Figure own, double fastestPeer, Figure floor) {
    return overFloor
        ? missedOver(own.minus(floor), fastestPeer - floor.nanos())
        : missedIn(own, fastestPeer, floor.nanos());
  }

  private List<String> missedOver(Figure own, double fastestPeer) {
    List<String> missed = new ArrayList<>();
    if (own.nanos() > Math.min(extraNanos, share * fastestPeer)) {
      missed.add("time");
    }
    if (own.bytes() > bytes + BYTES_TOLERANCE) {
      missed.add("bytes");
    }
    return missed;
  }

  private List<String> missedIn(Figure own, double fastestPeer, double floor) {
    List<String> missed = new ArrayList<>();
    if (own.nanos() > share * fastestPeer + extraNanos) {
      missed.add("time");
    }
    if (belowFloor && own.nanos() > floor * NOISE) {
      missed.add("floor");
    }
    if (own.bytes() > bytes + BYTES_TOLERANCE) {
      missed.add("bytes");
    }
    return missed;
  }

  @Override
  public String toString() {
    if (overFloor) {
      return "floor + %.0f ns, + %d B, + %.2f of the peer's".formatted(extraNanos, bytes, share);
    }
    String time = extraNanos > 0 ? "+ %.0f ns".formatted(extraNanos) : "%.2f".formatted(share);
    String floor = belowFloor ? ", ≤ floor" : "";
    return time + floor + (bytes == ANY ? "" : ", %d B".formatted(bytes));
  }
}

package io.firmitas.testkit;

import io.firmitas.internal.Arguments;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * Plays given fractions and then repeats the last one. Every kind of number is the same fraction of
 * its range, so 0 is the least, 0.5 the middle and 0.999... the greatest value. Thread-safe.
 */
final class ScriptedRandom implements RandomGenerator {
  private final double[] fractions;
  private final AtomicInteger played = new AtomicInteger();

  ScriptedRandom(double... fractions) {
    if (fractions.length == 0) {
      throw new IllegalArgumentException("fractions must name at least one but is empty");
    }
    for (double fraction : fractions) {
      Arguments.between("each of fractions", fraction, 0.0, Math.nextDown(1.0));
    }
    this.fractions = fractions.clone();
  }

  @Override
  public double nextDouble() {
    return fractions[played.getAndUpdate(index -> Math.min(index + 1, fractions.length - 1))];
  }

  @Override
  public double nextDouble(double bound) {
    return nextDouble(0, bound);
  }

  @Override
  public double nextDouble(double origin, double bound) {
    return origin + nextDouble() * (bound - origin);
  }

  @Override
  public float nextFloat() {
    return Math.min((float) nextDouble(), Math.nextDown(1.0f));
  }

  @Override
  public boolean nextBoolean() {
    return nextDouble() >= 0.5;
  }

  @Override
  public int nextInt() {
    return nextInt(Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  @Override
  public int nextInt(int bound) {
    return nextInt(0, bound);
  }

  @Override
  public int nextInt(int origin, int bound) {
    return (int) nextLong(origin, bound);
  }

  @Override
  public long nextLong() {
    return nextLong(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  @Override
  public long nextLong(long bound) {
    return nextLong(0, bound);
  }

  @Override
  public long nextLong(long origin, long bound) {
    long value = (long) Math.floor(origin + nextDouble() * ((double) bound - origin));
    return Math.min(Math.max(value, origin), bound - 1);
  }
}

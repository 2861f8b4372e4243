package io.firmitas.impl.runtime;

import io.firmitas.ScheduledTask;
import org.jspecify.annotations.Nullable;

/**
 * A hierarchical timing wheel (Varghese, Lauck: Hashed and Hierarchical Timing Wheels, SOSP 1987):
 * adding and removing a task costs the same however many are pending.
 *
 * <p>Time is counted in ticks of {@value #TICK_BITS} bits of nanoseconds, about a quarter of a
 * millisecond. A level has 64 slots, each 64 times as wide as those of the level below; a task lies
 * in the lowest level whose range still covers it and moves down when its slot is reached. Tasks
 * are never early, and late by less than one tick.
 *
 * <p>Plain, driven by ticks, not thread-safe: {@link TimerThread} owns it under its lock.
 */
final class TimerWheel {
  static final int TICK_BITS = 18;
  private static final int SLOT_BITS = 6;
  private static final int SLOTS = 1 << SLOT_BITS;
  private static final int LEVELS = 8;

  private final Node[][] slots = new Node[LEVELS][SLOTS];

  /** For each level a bit for each slot that holds a task. */
  private final long[] occupied = new long[LEVELS];

  /** All ticks before this one have passed. */
  private long now;

  private int size;

  /** A task in the wheel. */
  static class Node {
    final long tick;
    @Nullable ScheduledTask task;
    @Nullable Node previous;
    @Nullable Node next;

    /** The level on which the node lies; negative while it is not in the wheel. */
    byte level = -1;

    byte slot;

    /**
     * Makes a node.
     *
     * @param tick the tick at which the task is due
     * @param task the task
     */
    Node(long tick, ScheduledTask task) {
      this.tick = tick;
      this.task = task;
    }
  }

  int size() {
    return size;
  }

  /** Adds a node; one whose tick has passed is due at once. */
  void add(Node node) {
    size++;
    place(node);
  }

  private void place(Node node) {
    long tick = Math.max(node.tick, now);
    int level = levelOf(tick);
    int slot = (int) (tick >>> (level * SLOT_BITS)) & (SLOTS - 1);
    Node first = slots[level][slot];
    node.level = (byte) level;
    node.slot = (byte) slot;
    node.previous = null;
    node.next = first;
    if (first != null) {
      first.previous = node;
    }
    slots[level][slot] = node;
    occupied[level] |= 1L << slot;
  }

  /**
   * The level on which the tick and the present differ, so that the slot of the tick lies in the
   * future of that level.
   */
  private int levelOf(long tick) {
    long difference = tick ^ now;
    return difference == 0
        ? 0
        : Math.min(LEVELS - 1, (63 - Long.numberOfLeadingZeros(difference)) / SLOT_BITS);
  }

  /** Removes a node; false when it is not in the wheel. */
  boolean remove(Node node) {
    if (node.level < 0) {
      return false;
    }
    unlink(node);
    size--;
    return true;
  }

  private void unlink(Node node) {
    Node next = node.next;
    if (node.previous != null) {
      node.previous.next = next;
    } else {
      slots[node.level][node.slot] = next;
      if (next == null) {
        occupied[node.level] &= ~(1L << node.slot);
      }
    }
    if (next != null) {
      next.previous = node.previous;
    }
    node.previous = null;
    node.next = null;
    node.level = -1;
  }

  /**
   * The next tick at which something is to be done; {@link Long#MAX_VALUE} when the wheel is empty.
   */
  long nextTick() {
    for (int level = 0; level < LEVELS; level++) {
      long current = now >>> (level * SLOT_BITS);
      int position = (int) current & (SLOTS - 1);
      // No slot before the position is occupied: what belongs to the next turn of the wheel is on
      // the level above. The slot at the position is due on the lowest level only.
      if (occupied[level] != 0) {
        long slot = Long.numberOfTrailingZeros(occupied[level]);
        return Math.max(now, (current - position + slot) << (level * SLOT_BITS));
      }
    }
    return Long.MAX_VALUE;
  }

  /**
   * Moves time on and takes out one node that is due; {@code null} when none is due up to that
   * tick.
   */
  @Nullable Node pollDue(long tick) {
    while (true) {
      long next = nextTick();
      if (next > tick) {
        now = Math.max(now, tick);
        return null;
      }
      now = next;
      moveDown();
      Node due = slots[0][(int) now & (SLOTS - 1)];
      if (due != null) {
        unlink(due);
        size--;
        return due;
      }
    }
  }

  /** Distributes the slots of the higher levels that begin now to the levels below. */
  private void moveDown() {
    for (int level = LEVELS - 1; level > 0; level--) {
      int slot = (int) (now >>> (level * SLOT_BITS)) & (SLOTS - 1);
      Node node = slots[level][slot];
      while (node != null) {
        Node following = node.next;
        unlink(node);
        place(node);
        node = following;
      }
    }
  }

  /** Takes out any node; {@code null} when the wheel is empty. */
  @Nullable Node pollAny() {
    for (int level = 0; level < LEVELS; level++) {
      if (occupied[level] != 0) {
        Node node = slots[level][Long.numberOfTrailingZeros(occupied[level])];
        if (node != null) {
          unlink(node);
          size--;
          return node;
        }
      }
    }
    return null;
  }
}

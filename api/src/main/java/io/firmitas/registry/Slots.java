package io.firmitas.registry;

import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerMode;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.event.CircuitState;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The breakers by key, and which of them may be forgotten.
 *
 * <p>Whoever uses a slot counts itself in; whoever forgets one first claims it, which works only
 * while nobody is counted in and keeps everybody out. So a slot in use is never forgotten and one
 * that is forgotten never used; who finds it claimed looks again under the lock.
 *
 * <p>A use only notes the time. The queue, under the lock, orders slots by the time under which
 * they were last queued; a slot that comes up and has been used since is queued again. So finding
 * the least recently used slot takes logarithmic time, and a use needs no lock.
 */
final class Slots<K> {
  /** How many slots that may not be forgotten are looked at for each new key. */
  private static final int PATIENCE = 16;

  private final Function<K, CircuitBreaker> maker;
  private final PolicyRuntime runtime;
  private final int maxKeys;
  private final long idleNanos;
  private final ConcurrentHashMap<K, Slot<K>> byKey = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final PriorityQueue<Slot<K>> queue = new PriorityQueue<>(Slot::compareQueued);
  private long lastNumber;

  /** When slots are next looked at for idleness. */
  private volatile long nextSweep;

  Slots(Function<K, CircuitBreaker> maker, PolicyRuntime runtime, int maxKeys, long idleNanos) {
    this.maker = maker;
    this.runtime = runtime;
    this.maxKeys = maxKeys;
    this.idleNanos = Math.min(idleNanos, Long.MAX_VALUE / 4);
    this.nextSweep = runtime.nanoTime() + this.idleNanos;
  }

  /** One key's breaker. */
  private static final class Slot<K> implements BreakerUse {
    private static final int CLAIMED = -1;

    private final Slots<K> owner;
    private final K key;
    private final CircuitBreaker breaker;
    private final AtomicInteger users = new AtomicInteger();
    private volatile long lastUse;

    /** The time under which it is queued, and a number that orders equal times. */
    private long queuedAt;

    private long number;

    Slot(Slots<K> owner, K key, CircuitBreaker breaker, long now) {
      this.owner = owner;
      this.key = key;
      this.breaker = breaker;
      this.lastUse = now;
    }

    @Override
    public CircuitBreaker breaker() {
      return breaker;
    }

    boolean enter() {
      int present = users.get();
      while (present != CLAIMED) {
        if (users.compareAndSet(present, present + 1)) {
          return true;
        }
        present = users.get();
      }
      return false;
    }

    @Override
    public void end() {
      long now = owner.runtime.nanoTime();
      lastUse = now;
      users.decrementAndGet();
      owner.sweepWhenDue(now);
    }

    boolean claim() {
      return users.compareAndSet(0, CLAIMED);
    }

    void giveBack() {
      users.set(0);
    }

    /** Clock readings are compared by difference. */
    static int compareQueued(Slot<?> left, Slot<?> right) {
      long difference = left.queuedAt - right.queuedAt;
      return difference != 0 ? Long.signum(difference) : Long.compare(left.number, right.number);
    }
  }

  /** Uses the breaker of a key; made now when there is none. */
  BreakerUse use(K key) {
    Slot<K> slot = byKey.get(key);
    return slot != null && slot.enter() ? slot : useUnderLock(key);
  }

  private Slot<K> useUnderLock(K key) {
    CircuitBreaker fresh = null;
    while (true) {
      long now = runtime.nanoTime();
      lock.lock();
      try {
        Slot<K> slot = byKey.get(key);
        if (slot == null && fresh != null) {
          slot = add(key, fresh, now);
        }
        if (slot != null) {
          enterUnclaimed(slot);
          forgetExcess(now);
          return slot;
        }
      } finally {
        lock.unlock();
      }
      fresh = maker.apply(key);
    }
  }

  /** Claims are made under the lock, so there is none now. */
  private static void enterUnclaimed(Slot<?> slot) {
    if (!slot.enter()) {
      throw new AssertionError("a slot in the map is claimed");
    }
  }

  private Slot<K> add(K key, CircuitBreaker breaker, long now) {
    Slot<K> slot = new Slot<>(this, key, breaker, now);
    byKey.put(key, slot);
    enqueue(slot, now);
    return slot;
  }

  private void enqueue(Slot<K> slot, long time) {
    slot.queuedAt = time;
    slot.number = ++lastNumber;
    queue.add(slot);
  }

  private void forgetExcess(long now) {
    forgetIdle(now);
    for (int left = PATIENCE; left > 0 && byKey.size() > maxKeys; left--) {
      Slot<K> slot = leastRecentlyUsed();
      if (slot == null) {
        return;
      }
      forgetOrKeep(slot, now);
    }
  }

  /** Takes the slot out of the queue that has not been used for the longest time. */
  private @Nullable Slot<K> leastRecentlyUsed() {
    Slot<K> slot = queue.poll();
    while (slot != null && slot.lastUse - slot.queuedAt > 0) {
      enqueue(slot, slot.lastUse);
      slot = queue.poll();
    }
    return slot;
  }

  private void forgetOrKeep(Slot<K> slot, long now) {
    if (slot.claim()) {
      if (mayBeForgotten(slot.breaker.snapshot())) {
        byKey.remove(slot.key);
        return;
      }
      slot.giveBack();
    }
    enqueue(slot, now);
  }

  private static boolean mayBeForgotten(CircuitBreakerSnapshot snapshot) {
    return snapshot.state() == CircuitState.CLOSED
        && snapshot.mode() == CircuitBreakerMode.AUTOMATIC
        && snapshot.admittedShare() >= 1;
  }

  private void sweepWhenDue(long now) {
    if (now - nextSweep >= 0 && lock.tryLock()) {
      try {
        forgetIdle(now);
      } finally {
        lock.unlock();
      }
    }
  }

  private void forgetIdle(long now) {
    if (now - nextSweep < 0) {
      return;
    }
    nextSweep = now + idleNanos;
    Slot<K> slot = leastRecentlyUsed();
    while (slot != null && now - slot.queuedAt >= idleNanos) {
      forgetOrKeep(slot, now);
      slot = leastRecentlyUsed();
    }
    if (slot != null) {
      queue.add(slot);
    }
  }

  int size() {
    return byKey.size();
  }

  void forEach(BiConsumer<? super K, ? super CircuitBreaker> action) {
    byKey.forEach((key, slot) -> action.accept(key, slot.breaker));
  }
}

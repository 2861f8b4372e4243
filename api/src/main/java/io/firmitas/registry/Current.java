package io.firmitas.registry;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a name means at the moment: a policy, replaced by a reset. Read without a lock.
 *
 * <p>Making an instance runs code of the user, so it happens outside the lock. Of two that are made
 * at the same time the one that was begun later stays: it has seen the newer configuration.
 */
final class Current<P> {
  private final Supplier<? extends P> maker;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable P instance;
  private long begun;
  private long installed;

  Current(Supplier<? extends P> maker) {
    this.maker = maker;
  }

  /** A new instance on its way; {@link #install} makes it the current one. */
  record Renewal<P>(Current<P> target, long number, P instance) {
    void install() {
      target.install(this);
    }
  }

  /** Makes an instance from the current configuration. */
  Renewal<P> prepare() {
    long number;
    lock.lock();
    try {
      begun++;
      number = begun;
    } finally {
      lock.unlock();
    }
    return new Renewal<>(this, number, maker.get());
  }

  private void install(Renewal<P> renewal) {
    lock.lock();
    try {
      if (renewal.number() > installed) {
        installed = renewal.number();
        instance = renewal.instance();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether an instance has been made. */
  boolean isMade() {
    return instance != null;
  }

  /** The current instance; made now when there is none. */
  P get() {
    P present = instance;
    while (present == null) {
      prepare().install();
      present = instance;
    }
    return present;
  }
}

package io.firmitas.cdi.spi;

/**
 * Carries something that belongs to the thread of a caller, such as a security identity or the keys
 * of a log, to the other threads on which attempts and fallbacks of its call run. The class loader
 * and an active request context need no carrier.
 *
 * <p>A carrier is a CDI bean, or a service in {@code META-INF/services} or a module descriptor;
 * both are used. They are asked in no particular order, and taken away in the opposite one.
 * MicroProfile Context Propagation fits in a few lines: {@code capture()} takes {@code
 * ThreadContext.currentContextExecutor()} or a snapshot of one's own.
 *
 * <p>Implementations are thread-safe. What they throw fails the attempt.
 */
@FunctionalInterface
public interface ContextCarrier {
  /**
   * Takes what is to be carried. Called once for each call of a guarded method, on the thread of
   * the caller, so it should be quick.
   *
   * @return what was taken
   */
  Captured capture();

  /** What was taken from the thread of a caller. Used for several attempts, also at one time. */
  @FunctionalInterface
  interface Captured {
    /**
     * Puts it on the current thread.
     *
     * @return takes it away again, on the same thread
     */
    Carried resume();
  }

  /** What is on a thread for the time of an attempt or fallback. */
  @FunctionalInterface
  interface Carried extends AutoCloseable {
    /** Restores what the thread had before. */
    @Override
    void close();
  }
}

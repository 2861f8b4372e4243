package io.firmitas.examples.guides;

/** The trace that the current thread belongs to. */
final class Trace {
  private static final ThreadLocal<String> CURRENT = ThreadLocal.withInitial(() -> "none");

  private Trace() {}

  static String current() {
    return CURRENT.get();
  }

  static void set(String trace) {
    CURRENT.set(trace);
  }
}

package io.firmitas.impl;

import io.firmitas.Cancellation;
import org.openjdk.jol.info.GraphLayout;

/** What objects keep alive, found by JOL. */
public final class KeptObjects {
  static {
    // Lambdas and records hide the offsets of their fields; JOL then finds them by trying. It reads
    // this once, so every test comes through here.
    System.setProperty("jol.magicFieldOffset", "true");
  }

  private KeptObjects() {}

  static GraphLayout of(Object... roots) {
    return GraphLayout.parseInstance(roots);
  }

  /** How many registrations a cancellation keeps. */
  public static long registrationsOf(Cancellation cancellation) {
    return of(cancellation).getClassCounts().count(Cancellation.Registration.class);
  }
}

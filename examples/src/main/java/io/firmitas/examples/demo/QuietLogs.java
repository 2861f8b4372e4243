package io.firmitas.examples.demo;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Keeps start-up messages of the container and the HTTP server away from the timeline. */
final class QuietLogs {
  /** Kept, because a logger that nobody refers to forgets its level. */
  private static final Logger ROOT = Logger.getLogger("");

  private QuietLogs() {}

  static void onlyErrors() {
    ROOT.setLevel(Level.SEVERE);
  }
}

package io.firmitas.examples.demo;

import java.util.Locale;

/** The three sources of the catalog. Each has policies of its own, under its own name. */
enum Source {
  NORTH,
  WEST,
  SOUTH;

  /** The name of the source in addresses, and of its policies. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The source that the policies of a name belong to. */
  static Source of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  /** The page that the demo asks this source for. */
  String frontPage() {
    return "/" + text() + "/front";
  }
}

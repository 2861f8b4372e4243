package io.firmitas.tck.rules.sources;

import java.util.Locale;

/** How a call reaches the sources; the same scenario takes each route. */
enum Route {
  SYNC,
  ASYNC,
  /** Each source takes a second and answers on a timer's thread. */
  ASYNC_LATER,
  SUBMIT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}

package io.firmitas.sources;

import io.firmitas.ContextKey;

/** The mark of a call for which each source is tried once only. */
final class ColdStart {
  static final ContextKey<Boolean> KEY = ContextKey.named("cold start");

  private ColdStart() {}
}

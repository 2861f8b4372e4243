package io.firmitas.tck.monitor;

import io.firmitas.PolicyProvider;

/**
 * A provider that breaks one promise.
 *
 * @param name which one, as in {@code broken-providers.txt}
 * @param provider the provider
 */
record Broken(String name, PolicyProvider provider) {
  @Override
  public String toString() {
    return name;
  }
}

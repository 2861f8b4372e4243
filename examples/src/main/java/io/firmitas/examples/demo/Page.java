package io.firmitas.examples.demo;

/**
 * A page of the catalog.
 *
 * @param path where it is
 * @param body what it says
 * @param fresh whether the source has just sent it; false for a copy from the cache
 */
record Page(String path, String body, boolean fresh) {
  Page asCopy() {
    return new Page(path, body, false);
  }
}

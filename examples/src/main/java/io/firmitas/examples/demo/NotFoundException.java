package io.firmitas.examples.demo;

import java.io.IOException;

/** The source answered that there is no such page. Asking again would not help. */
class NotFoundException extends IOException {
  private static final long serialVersionUID = 1L;

  NotFoundException(String path) {
    super("HTTP 404 for " + path);
  }
}

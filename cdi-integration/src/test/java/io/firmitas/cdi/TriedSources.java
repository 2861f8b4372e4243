package io.firmitas.cdi;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sources that are up or down, and which were tried; static, as the beans of tests are. */
final class TriedSources {
  static final List<String> TRIED = new CopyOnWriteArrayList<>();
  static final Set<String> DOWN = ConcurrentHashMap.newKeySet();

  private TriedSources() {}

  /** All are up, and none was tried. */
  static void clear() {
    TRIED.clear();
    DOWN.clear();
  }

  static String ask(String source, String what) throws IOException {
    TRIED.add(source);
    if (DOWN.contains(source)) {
      throw new IOException(source + " is down");
    }
    if (what.equals("missing")) {
      throw new FileNotFoundException(source + " has it not");
    }
    return what + " from " + source;
  }
}

package io.firmitas.examples.demo;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The last copy of each page, for the fallbacks. */
class PageCache {
  private final Map<String, Page> copies = new ConcurrentHashMap<>();

  Page keep(Page page) {
    copies.put(page.path(), page.asCopy());
    return page;
  }

  Page copyOf(String path) throws IOException {
    Page copy = copies.get(path);
    if (copy == null) {
      throw new IOException("no copy of " + path);
    }
    return copy;
  }
}

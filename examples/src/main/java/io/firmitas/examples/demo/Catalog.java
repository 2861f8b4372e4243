package io.firmitas.examples.demo;

/** Gets pages from sources, protected in one way or another. */
@FunctionalInterface
interface Catalog {
  Page page(Source source, String path) throws Exception;
}

package io.firmitas.examples.demo;

/** Gets pages from sources, protected in one way or another. */
interface Catalog {
  Page page(Source source, String path) throws Exception;

  /** What the policies of a source promise. */
  Terms terms(Source source);
}

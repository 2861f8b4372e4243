package io.firmitas.examples.demo;

import io.firmitas.PolicyRuntime;

/** The catalog of the CDI bean: two sources are called synchronously, the third asynchronously. */
record AnnotatedCatalog(CatalogBean bean) implements Catalog {
  @Override
  public Page page(Source source, String path) throws Exception {
    return switch (source) {
      case NORTH -> bean.north(path);
      case WEST -> bean.west(path);
      case SOUTH -> PolicyRuntime.system().await(bean.south(path));
    };
  }
}

package io.firmitas.examples.demo;

import io.firmitas.PolicyRuntime;
import io.firmitas.cdi.PolicyReport;

/** The catalog of the CDI bean: two sources are called synchronously, the third asynchronously. */
record AnnotatedCatalog(CatalogBean bean, PolicyReport report) implements Catalog {
  @Override
  public Terms terms(Source source) {
    return report.name(source.text()).map(Terms::of).orElse(Terms.NONE);
  }

  @Override
  public Page page(Source source, String path) throws Exception {
    return switch (source) {
      case NORTH -> bean.north(path);
      case WEST -> bean.west(path);
      case SOUTH -> PolicyRuntime.system().await(bean.south(path));
    };
  }
}

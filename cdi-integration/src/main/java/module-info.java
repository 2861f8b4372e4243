/**
 * Firmitas policies on CDI beans. The packages are open to the container, whatever its module: it
 * makes the interceptor and reads the annotations.
 */
module io.firmitas.cdi {
  requires transitive io.firmitas;
  requires static org.jspecify;
  requires transitive jakarta.cdi;
  requires transitive jakarta.interceptor;
  requires jakarta.annotation;
  requires jakarta.inject;
  requires microprofile.config.api;
  requires org.objectweb.asm;
  requires org.objectweb.asm.tree;
  requires org.objectweb.asm.tree.analysis;

  exports io.firmitas.cdi;
  exports io.firmitas.cdi.config;
  exports io.firmitas.cdi.extension;
  exports io.firmitas.cdi.spi;
  exports io.firmitas.cdi.testing;

  opens io.firmitas.cdi;
  opens io.firmitas.cdi.extension;
  opens io.firmitas.cdi.internal;
  opens io.firmitas.cdi.testing;

  uses io.firmitas.cdi.spi.ContextCarrier;

  provides jakarta.enterprise.inject.spi.Extension with
      io.firmitas.cdi.extension.PolicyExtension;
  provides jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension with
      io.firmitas.cdi.extension.BuildCompatiblePolicyExtension;
  provides org.eclipse.microprofile.config.spi.ConfigSourceProvider with
      io.firmitas.cdi.config.DiscoveredSources;
}

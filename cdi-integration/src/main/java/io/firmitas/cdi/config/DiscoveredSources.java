package io.firmitas.cdi.config;

import java.util.List;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.eclipse.microprofile.config.spi.ConfigSourceProvider;

/**
 * What configurations discover: the values set at run time and the file of the user. Found by
 * {@link java.util.ServiceLoader}.
 */
public final class DiscoveredSources implements ConfigSourceProvider {
  /** Makes the provider; {@link java.util.ServiceLoader} does. */
  public DiscoveredSources() {}

  @Override
  public Iterable<ConfigSource> getConfigSources(ClassLoader forClassLoader) {
    return List.of(RuntimeConfigSource.shared(), new UserFileConfigSource());
  }
}

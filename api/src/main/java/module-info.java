/**
 * The Firmitas API: policies, their builders and configurations, events, and the SPI for providers.
 * It has no dependencies at run time; an implementation such as {@code io.firmitas.impl} is found
 * by {@link java.util.ServiceLoader}.
 */
module io.firmitas {
  requires static org.jspecify;

  exports io.firmitas;
  exports io.firmitas.backoff;
  exports io.firmitas.breaker;
  exports io.firmitas.event;
  exports io.firmitas.fallback;
  exports io.firmitas.registry;
  exports io.firmitas.retry;
  exports io.firmitas.sources;
  exports io.firmitas.timeout;
  exports io.firmitas.internal to
      io.firmitas.cdi,
      io.firmitas.impl,
      io.firmitas.testkit;

  uses io.firmitas.PolicyProvider;
}

/**
 * The conformance kit of Firmitas: the tests of the specification, runnable against any provider.
 * Extend {@code io.firmitas.tck.FirmitasConformance}.
 */
module io.firmitas.tck {
  requires transitive io.firmitas;
  requires transitive org.junit.jupiter.api;
  requires com.fasterxml.jackson.core;
  requires io.firmitas.testkit;
  requires org.junit.jupiter.params;
  requires org.junit.platform.launcher;
  requires static org.jspecify;

  exports io.firmitas.tck;
  exports io.firmitas.tck.report;

  opens io.firmitas.tck to
      org.junit.platform.commons;
  opens io.firmitas.tck.harness to
      org.junit.platform.commons;
  opens io.firmitas.tck.report to
      org.junit.platform.commons;
  opens io.firmitas.tck.rules.async to
      org.junit.platform.commons;
  opens io.firmitas.tck.rules.breaker to
      org.junit.platform.commons;
  opens io.firmitas.tck.rules.composition to
      org.junit.platform.commons;
  opens io.firmitas.tck.rules.event to
      org.junit.platform.commons;
  opens io.firmitas.tck.rules.fallback to
      org.junit.platform.commons;
  opens io.firmitas.tck.rules.hostile to
      org.junit.platform.commons;
  opens io.firmitas.tck.rules.provider to
      org.junit.platform.commons;
  opens io.firmitas.tck.rules.realtime to
      org.junit.platform.commons;
  opens io.firmitas.tck.rules.retry to
      org.junit.platform.commons;
  opens io.firmitas.tck.rules.runtime to
      org.junit.platform.commons;
  opens io.firmitas.tck.rules.sources to
      org.junit.platform.commons;
  opens io.firmitas.tck.rules.timeout to
      org.junit.platform.commons;
}

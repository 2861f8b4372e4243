/**
 * Tests of policies without waiting: a virtual runtime, gates that hold calls, scripted calls, a
 * recorder of events and a JUnit 5 extension. Depends on the API only, so it works with every
 * provider.
 */
module io.firmitas.testkit {
  requires transitive io.firmitas;
  requires static org.jspecify;
  requires static transitive org.junit.jupiter.api;

  exports io.firmitas.testkit;
  exports io.firmitas.testkit.junit;
}

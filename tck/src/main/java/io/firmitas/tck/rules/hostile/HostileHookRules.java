package io.firmitas.tck.rules.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.tck.rules.hostile.Act.Kind;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every hook of every policy, alone and composed, in every form of a call, does everything that it
 * should not. After each the same must hold, see {@link Aftermath}.
 */
public abstract class HostileHookRules extends Scenario {
  static Stream<Cell> throwing() {
    return Cell.of(Kind.THROWS);
  }

  static Stream<Cell> answering() {
    return Cell.of(Kind.ANSWERS);
  }

  static Stream<Cell> entering() {
    return Cell.of(Kind.READS, Kind.CALLS, Kind.STEERS);
  }

  static Stream<Cell> interrupting() {
    return Cell.of(Kind.INTERRUPTS);
  }

  static Stream<Cell> cancelling() {
    return Cell.of(Kind.CANCELS);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("throwing")
  @Rule("UC-01")
  @DisplayName("UC-01: a hook that throws anything changes nothing but what its rule says")
  void throwing(Cell cell) throws Exception {
    play(cell);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answering")
  @Rule("UC-02")
  @DisplayName("UC-02: a hook that answers nonsense is taken for one that does not answer")
  void answering(Cell cell) throws Exception {
    play(cell);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("entering")
  @Rule("UC-03")
  @DisplayName("UC-03: a hook may read, call and steer the policy that asks it")
  void entering(Cell cell) throws Exception {
    play(cell);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("interrupting")
  @Rule("UC-04")
  @DisplayName("UC-04: the interrupt of a hook is not lost and breaks nothing")
  void interrupting(Cell cell) throws Exception {
    play(cell);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cancelling")
  @Rule("UC-05")
  @DisplayName("UC-05: a hook may cancel the call that asks it")
  void cancelling(Cell cell) throws Exception {
    play(cell);
  }

  private void play(Cell cell) throws Exception {
    CellRun hostile = new CellRun(this::create, cell, cell.act()).run();
    if (cell.sameAs() != null) {
      CellRun ordinary = new CellRun(this::create, cell, cell.sameAs()).run();
      assertEquals(
          String.join("\n", ordinary.transcript()),
          String.join("\n", hostile.transcript()),
          () -> "what callers get, as if the hook " + cell.sameAs());
    }
  }
}

package io.firmitas.impl.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lists of survivors, and what is made of a report. */
class SurvivorListTest {
  private static final List<String> LISTED =
      List.of(
          "Core.ask",
          "  if (a < b && c < d) {",
          "    ConditionalsBoundary, tck 2, all 1: equal at the boundary",
          "    NegateConditionals, tck 0..1, all 0: a race",
          "  return a;",
          "    PrimitiveReturns, tck 1, all 1: only words");

  private static final Survivor BOUNDARY =
      new Survivor("breaker", "Core.ask", "if (a < b && c < d) {", "ConditionalsBoundary");
  private static final Survivor RACE =
      new Survivor("breaker", "Core.ask", "if (a < b && c < d) {", "NegateConditionals");
  private static final Survivor WORDS =
      new Survivor("breaker", "Core.ask", "return a;", "PrimitiveReturns");
  private static final Survivor OTHER =
      new Survivor("breaker", "Core.tell", "return b;", "PrimitiveReturns");

  private final SurvivorList list = SurvivorList.parse("breaker", LISTED);

  private static MutationReport left(Map<Survivor, Integer> survivors) {
    return new MutationReport(Set.of("breaker.Core"), survivors, Map.of());
  }

  private List<String> written() {
    return list.format(survivor -> survivor.line().startsWith("if") ? 1 : 2);
  }

  @Test
  @DisplayName("what survived as listed is no problem; what chance decides may survive or not")
  void asListed() {
    assertThat(list.problems(Suite.TCK, left(Map.of(BOUNDARY, 2, WORDS, 1)))).isEmpty();
    assertThat(list.problems(Suite.TCK, left(Map.of(BOUNDARY, 2, WORDS, 1, RACE, 1)))).isEmpty();
    assertThat(list.problems(Suite.ALL, left(Map.of(BOUNDARY, 1, WORDS, 1)))).isEmpty();
    assertThat(list.unexplained()).isEmpty();
  }

  @Test
  @DisplayName("a survivor that is not listed, and one more of a kind that is, are problems")
  void unlisted() {
    assertThat(list.problems(Suite.TCK, left(Map.of(BOUNDARY, 3, WORDS, 1, OTHER, 1))))
        .containsExactly(
            "tck: survived 3, listed 2: breaker.Core.ask: ConditionalsBoundary in"
                + " `if (a < b && c < d) {`",
            "tck: survived 1, listed 0: breaker.Core.tell: PrimitiveReturns in `return b;`");
  }

  @Test
  @DisplayName("what is listed and was killed is a problem, when its class was mutated")
  void stale() {
    assertThat(list.problems(Suite.TCK, left(Map.of(BOUNDARY, 2))))
        .containsExactly(
            "tck: listed 1, survived 0: breaker.Core.ask: PrimitiveReturns in `return a;`");
    assertThat(
            list.problems(Suite.TCK, new MutationReport(Set.of("retry.Core"), Map.of(), Map.of())))
        .isEmpty();
  }

  @Test
  @DisplayName("what is listed and took too long this time is no problem: it was not killed")
  void timedOut() {
    MutationReport report =
        new MutationReport(
            Set.of("breaker.Core"), Map.of(BOUNDARY, 1), Map.of(BOUNDARY, 1, WORDS, 1));

    assertThat(list.problems(Suite.TCK, report)).isEmpty();
  }

  @Test
  @DisplayName(
      "an update keeps reasons and the other suite, drops what was killed, and asks for"
          + " reasons of what is new")
  void update() {
    list.update(Suite.TCK, left(Map.of(BOUNDARY, 3, OTHER, 1)));

    assertThat(written())
        .containsExactly(
            "Core.ask",
            "  if (a < b && c < d) {",
            "    ConditionalsBoundary, tck 3, all 1: equal at the boundary",
            "    NegateConditionals, tck 0..1, all 0: a race",
            "  return a;",
            "    PrimitiveReturns, tck 0, all 1: only words",
            "Core.tell",
            "  return b;",
            "    PrimitiveReturns, tck 1, all ?: ?");
    assertThat(list.unexplained())
        .containsExactly("no reason: breaker.Core.tell: PrimitiveReturns in `return b;`");

    list.update(Suite.TCK, left(Map.of(BOUNDARY, 3)));
    list.update(Suite.ALL, left(Map.of()));
    assertThat(written())
        .containsExactly(
            "Core.ask",
            "  if (a < b && c < d) {",
            "    ConditionalsBoundary, tck 3, all 0: equal at the boundary",
            "    NegateConditionals, tck 0..1, all 0: a race");
  }

  @Test
  @DisplayName("a number that was not measured is no problem, and an update replaces it")
  void notMeasured() {
    SurvivorList half =
        SurvivorList.parse(
            "breaker",
            List.of("Core.ask", "  return a;", "    PrimitiveReturns, tck 1, all ?: why"));

    assertThat(half.problems(Suite.ALL, left(Map.of(WORDS, 3)))).isEmpty();
    assertThat(half.problems(Suite.ALL, left(Map.of()))).isEmpty();
    half.update(Suite.ALL, left(Map.of(WORDS, 3)));
    assertThat(half.format(survivor -> 1)).contains("    PrimitiveReturns, tck 1, all 3: why");
  }

  @Test
  @DisplayName("what is written is what was read")
  void roundTrip() {
    assertThat(written()).isEqualTo(LISTED);
  }

  @Test
  @DisplayName("a line that is no entry is refused")
  void malformed() {
    assertThatThrownBy(
            () -> SurvivorList.parse("breaker", List.of("Core.ask", "  x", "    Math: why")))
        .hasMessageContaining("Math: why");
  }

  @Test
  @DisplayName("a report is read: statuses, lambdas without their numbers, the text of the line")
  void report(@TempDir Path folder) throws IOException {
    Path source = folder.resolve("io/firmitas/impl/breaker/Core.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "first\n  second();\n");
    Path file = folder.resolve("mutations.xml");
    Files.writeString(
        file,
        "<mutations>"
            + mutation("SURVIVED", "Core", "lambda$ask$3")
            + mutation("NO_COVERAGE", "Core", "ask")
            + mutation("KILLED", "Core$Inner", "ask")
            + mutation("TIMED_OUT", "Core", "ask")
            + "</mutations>");

    MutationReport report = MutationReport.read(file, folder);

    assertThat(report.mutated()).containsExactlyInAnyOrder("breaker.Core", "breaker.Core$Inner");
    assertThat(report.survivors())
        .isEqualTo(Map.of(new Survivor("breaker", "Core.ask", "second();", "VoidMethodCall"), 2));
    assertThat(report.timedOut())
        .isEqualTo(Map.of(new Survivor("breaker", "Core.ask", "second();", "VoidMethodCall"), 1));
  }

  private static String mutation(String status, String type, String method) {
    return """
    <mutation status='%s'><sourceFile>Core.java</sourceFile>
    <mutatedClass>io.firmitas.impl.breaker.%s</mutatedClass>
    <mutatedMethod>%s</mutatedMethod><lineNumber>2</lineNumber>
    <mutator>org.pitest.mutationtest.engine.gregor.mutators.VoidMethodCallMutator</mutator>
    </mutation>
    """
        .formatted(status, type, method);
  }
}

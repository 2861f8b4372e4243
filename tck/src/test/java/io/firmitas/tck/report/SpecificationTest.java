package io.firmitas.tck.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SpecificationTest {
  @Test
  @DisplayName("of the rules about sources and registries, those of a provider belong to it")
  void rulesOfAProvider() {
    Set<String> rules = Specification.current().rules().keySet();

    assertTrue(rules.containsAll(Set.of("CB-01", "PR-07", "SR-01", "SR-20")));
    assertTrue(rules.stream().noneMatch(rule -> rule.matches("(RG|KY|CF)-.*")));
  }

  @Test
  @DisplayName("a rule goes on to the next item, heading or empty line")
  void parse() {
    String text =
        """
        ## Group

        - **XX-01** First rule,
          on two lines.
        - **XX-02** Second `rule`.

        Text about **XX-03** is no rule.
        - **YY-01** Last.
        ## End
        """;

    assertEquals(
        Map.of("XX-01", "First rule, on two lines.", "XX-02", "Second `rule`.", "YY-01", "Last."),
        Specification.parse(text).rules());
  }

  @Test
  @DisplayName("an id is never used twice")
  void twice() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> Specification.parse("- **XX-01** One.\n- **XX-01** Two.\n"));

    assertTrue(refused.getMessage().contains("XX-01"));
  }
}

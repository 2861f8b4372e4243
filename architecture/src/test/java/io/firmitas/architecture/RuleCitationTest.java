package io.firmitas.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rules that the conformance kit does not test, because they are not the provider's: each is
 * cited by the display name of a test, and no display name cites a rule that there is not. Those of
 * {@code spec.md} are checked by the kit's own tests.
 */
class RuleCitationTest {
  private static final Path ROOT = Path.of(System.getProperty("firmitas.root", ".."));
  private static final Pattern RULE = Pattern.compile("(?m)^- \\*\\*(([A-Z]+)-\\d{2})\\*\\* ");

  @ParameterizedTest
  @ValueSource(strings = {"docs/spec-sources.md", "docs/spec-cdi.md"})
  void everyRuleIsCitedByATestAndNoOther(String specification) throws IOException {
    Set<String> rules = new TreeSet<>();
    Set<String> groups = new TreeSet<>();
    Matcher matcher = RULE.matcher(Files.readString(ROOT.resolve(specification)));
    while (matcher.find()) {
      rules.add(matcher.group(1));
      groups.add(matcher.group(2));
    }
    Pattern citation = Pattern.compile("\\b((?:" + String.join("|", groups) + ")-\\d{2})\\b");

    assertThat(rules).as("rules of %s", specification).isNotEmpty();
    assertThat(LabelledTests.citing(citation, ROOT).keySet())
        .as("rules of %s that display names of tests cite", specification)
        .containsExactlyInAnyOrderElementsOf(rules);
  }
}

package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeadKeysTest {
  private static final String CATALOG = "io.firmitas.cdi.DeadKeysTest$Catalog";

  @ApplicationScoped
  static class Catalog {
    @Retry(name = "stock")
    public String find(String key) {
      return key;
    }

    public String plain() {
      return "";
    }
  }

  private static String onlyProblem(String key) {
    List<DeploymentProblem> problems =
        TestContainer.with().beans(Catalog.class).key(key, "2").problems();
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).where()).contains(key + " = \"2\"").contains("test.properties");
    return problems.get(0).what() + "; " + problems.get(0).remedy();
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName(
      "CDI-56, S17: a key that leads nowhere is an error that says why and names the nearest key")
  @CsvSource(
      delimiter = '|',
      value = {
        "firmitas.global.retry.max-atempts          | a retry has no setting \"max-atempts\"       "
            + "   | firmitas.global.retry.max-attempts?",
        "firmitas.global.retry.maxAttempts          | has no setting                               "
            + "   | firmitas.global.retry.max-attempts?",
        "firmitas.globl.retry.max-attempts          | no @Retry with the name \"globl\"            "
            + "   | firmitas.global.retry.max-attempts?",
        "firmitas.global.retri.max-attempts         | there is no policy \"retri\"                 "
            + "   | firmitas.global.retry.max-attempts?",
        "firmitas.stok.retry.max-attempts           | no @Retry with the name \"stok\"             "
            + "   | firmitas.stock.retry.max-attempts?",
        "firmitas.stock.timeout.value               | no @Timeout with the name \"stock\"          "
            + "   | ",
        "firmitas.global.max-attempts               | is not of the form                           "
            + "   | ",
        "firmitas.'C/find'.retry.max-atempts        | has no setting                               "
            + "   | C/find\".retry.max-attempts?",
        "firmitas.'C/fnd'.retry.max-attempts        | has no method fnd                            "
            + "   | C/find\".retry.max-attempts?",
        "firmitas.'C/plain'.retry.max-attempts      | C/plain has no @Retry                        "
            + "   | ",
        "firmitas.'C/find'.timeout.value            | C/find has no @Timeout                       "
            + "   | ",
        "firmitas.'C'.timeout.value                 | no method of C has @Timeout                  "
            + "   | ",
        "firmitas.'C/find(int)'.retry.max-attempts  | written like find(java.lang.String)          "
            + "   | ",
        "firmitas.'com.acme.Gone/find'.retry.delay  | no bean of class com.acme.Gone               "
            + "   | ",
        "firmitas.C/find.retry.max-attempts         | double quotes                                "
            + "   | \"C/find\".retry.max-attempts?",
        "firmitas.interceptor-prority               | is not of the form                           "
            + "   | firmitas.interceptor-priority?",
      })
  void deadKey(String key, String reason, String nearest) {
    String written =
        key.replace('\'', '"').replace("C/", CATALOG + "/").replace("\"C\"", "\"" + CATALOG + "\"");
    String problem = onlyProblem(written);
    assertThat(problem.replace(CATALOG, "C")).contains(reason);
    if (nearest != null) {
      assertThat(problem.replace(CATALOG, "C")).contains("did you mean").contains(nearest);
    }
  }

  @Test
  @DisplayName(
      "CDI-57, S17: an environment variable that stands for no key is an error with the nearest"
          + " one")
  void environment() {
    List<DeploymentProblem> problems =
        TestContainer.with()
            .beans(Catalog.class)
            .environment("FIRMITAS_GLOBAL_RETRY_MAX_ATEMPTS", "2")
            .problems();
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).toString())
        .contains("environment variable FIRMITAS_GLOBAL_RETRY_MAX_ATEMPTS")
        .contains("did you mean FIRMITAS_GLOBAL_RETRY_MAX_ATTEMPTS?");
  }

  @Test
  @DisplayName("CDI-58: firmitas.unknown-keys=warn lets applications share a file")
  void warn() {
    TestContainer.with()
        .beans(Catalog.class)
        .key("firmitas.unknown-keys", "warn")
        .key("firmitas.of-another-application.retry.max-attempts", "2")
        .start()
        .close();
    assertThat(
            TestContainer.with()
                .beans(Catalog.class)
                .key("firmitas.unknown-keys", "ignore")
                .problems()
                .toString())
        .contains("neither fail nor warn");
  }

  @Test
  @DisplayName(
      "CDI-56: keys under global and defaults lead somewhere even when no bean has the policy")
  void general() {
    TestContainer.with()
        .key("firmitas.global.timeout.value", "2s")
        .beans(Catalog.class)
        .start()
        .close();
  }
}

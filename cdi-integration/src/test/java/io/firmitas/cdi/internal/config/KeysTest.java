package io.firmitas.cdi.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.cdi.internal.settings.PolicyKind;
import io.firmitas.cdi.internal.settings.Setting;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeysTest {
  @Test
  @DisplayName("CDI-40: a class or method is quoted in a key, a policy id is not")
  void names() {
    assertThat(Keys.of("catalog", PolicyKind.RETRY, Setting.ENABLED))
        .isEqualTo("firmitas.catalog.retry.enabled");
    assertThat(Keys.of("com.acme.Catalog/find", PolicyKind.CIRCUIT_BREAKER, Setting.ENABLED))
        .isEqualTo("firmitas.\"com.acme.Catalog/find\".circuit-breaker.enabled");
  }

  @Test
  @DisplayName("CDI-47: other than letters and digits become underscores in environment variables")
  void environmentNames() {
    assertThat(Keys.environmentName("firmitas.\"com.acme.Catalog/find\".retry.max-attempts"))
        .isEqualTo("FIRMITAS__COM_ACME_CATALOG_FIND__RETRY_MAX_ATTEMPTS");
    assertThat(
            Keys.environmentName(
                "firmitas.\"com.acme.Catalog/find(java.lang.String,int[])\".retry.max-attempts"))
        .isEqualTo("FIRMITAS__COM_ACME_CATALOG_FIND_JAVA_LANG_STRING_INT_____RETRY_MAX_ATTEMPTS");
  }

  @Test
  @DisplayName("CDI-56: a key is taken apart at its quotes and dots")
  void parts() {
    assertThat(KeyParts.of("firmitas.global.retry.enabled"))
        .contains(new KeyParts("global", "retry", "enabled"));
    assertThat(KeyParts.of("firmitas.\"a.B/c\".retry.enabled"))
        .contains(new KeyParts("a.B/c", "retry", "enabled"));
    for (String other :
        List.of(
            "firmitas.",
            "firmitas.a",
            "firmitas.a.b",
            "firmitas.a.b.c.d",
            "firmitas.\"a.b.c",
            "firmitas.\"a\"",
            "firmitas.\"a\"b.c.d")) {
      assertThat(KeyParts.of(other)).as(other).isEmpty();
    }
  }

  @Test
  @DisplayName(
      "CDI-56: the nearest text is the one with the fewest changed letters; a far one is none")
  void nearest() {
    assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(Nearest.distance("", "abc")).isEqualTo(3);
    assertThat(Nearest.to("max-atempts", List.of("max-delay", "max-attempts")))
        .contains("max-attempts");
    assertThat(Nearest.to("enabled", List.of("max-delay"))).isEmpty();
  }
}

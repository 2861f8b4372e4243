package io.firmitas.cdi.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.util.Nonbinding;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CatalogTest {
  private static Set<String> members(PolicyKind kind) {
    return Arrays.stream(kind.annotation().getDeclaredMethods())
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @DisplayName(
      "CDI-40: every member of an annotation but the name is a setting, and every setting but"
          + " enabled a member")
  @EnumSource(PolicyKind.class)
  void membersAreSettings(PolicyKind kind) {
    Set<String> settings =
        kind.settings().stream()
            .map(Setting::member)
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(TreeSet::new));
    settings.add("name");
    assertThat(settings).isEqualTo(members(kind));
  }

  @ParameterizedTest
  @DisplayName("CDI-40: a member that is left out is unset")
  @EnumSource(PolicyKind.class)
  void defaultsAreUnset(PolicyKind kind) throws Exception {
    for (Setting<?> setting : kind.settings()) {
      if (setting.member() != null) {
        Object left = kind.annotation().getMethod(setting.member()).getDefaultValue();
        assertThat(setting.type().read(left)).as(setting.name()).isNull();
      }
    }
  }

  @ParameterizedTest
  @DisplayName("CDI-01: no member takes part in binding, so that one interceptor serves all values")
  @EnumSource(PolicyKind.class)
  void nonbinding(PolicyKind kind) {
    Class<? extends Annotation> type = kind.annotation();
    assertThat(type.getDeclaredMethods())
        .allMatch(member -> member.isAnnotationPresent(Nonbinding.class));
  }

  @ParameterizedTest
  @DisplayName("CDI-40: the documentation has a row for every setting with its type")
  @EnumSource(PolicyKind.class)
  void documented(PolicyKind kind) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "cdi.md"));
    for (Setting<?> setting : kind.settings()) {
      assertThat(page)
          .as(kind.key())
          .contains(
              "| `" + kind.key() + "." + setting.name() + "` | " + setting.type().description());
    }
  }
}

package io.firmitas.cdi.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.PolicyBuilder;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.fallback.FallbackBuilder;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.sources.SourcesBuilder;
import io.firmitas.timeout.TimeoutBuilder;
import jakarta.enterprise.util.Nonbinding;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
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

  /** Setters that have another name than the member, or need several. */
  private static final Map<String, List<String>> MEMBERS =
      Map.ofEntries(
          Map.entry("unlimitedAttempts", List.of("maxAttempts")),
          Map.entry("window", List.of("windowSize", "windowDuration")),
          Map.entry("slowCalls", List.of("slowCallDuration", "slowCallRate")),
          Map.entry("gradualRecovery", List.of("recoveryTime", "recoveryFirstShare")),
          Map.entry("length", List.of("value")),
          Map.entry("withoutInterrupt", List.of("interrupt")),
          Map.entry("add", List.of("value", "disabled")),
          Map.entry("on", List.of("method", "value", "handler", "applyOn")),
          Map.entry("onAsync", List.of("method", "value", "handler", "applyOn")));

  /** Settings that only code has, each with a line under "What only code can do" in docs/cdi.md. */
  private static final Set<String> ONLY_CODE =
      Set.of(
          "runtime", "listener", "onEvent", "stackTraces", "onFailure", "mapFailure", "onResult");

  @ParameterizedTest
  @DisplayName("CDI-40: every setting of a builder is a member, or documented as one of code only")
  @EnumSource(PolicyKind.class)
  void buildersAndMembers(PolicyKind kind) throws IOException {
    Class<?> builder =
        switch (kind) {
          case RETRY -> RetryBuilder.class;
          case CIRCUIT_BREAKER -> CircuitBreakerBuilder.class;
          case TIMEOUT -> TimeoutBuilder.class;
          case FALLBACK -> FallbackBuilder.class;
          case SOURCES -> SourcesBuilder.class;
        };
    String page = Files.readString(Path.of("..", "docs", "cdi.md"));
    Set<String> members = members(kind);
    Set<String> missing = new TreeSet<>();
    for (Method setter : builder.getMethods()) {
      boolean isHook =
          setter.getName().startsWith("on")
              && Arrays.asList(setter.getParameterTypes()).equals(List.of(Consumer.class));
      boolean isSetter = PolicyBuilder.class.isAssignableFrom(setter.getReturnType());
      List<String> wanted = MEMBERS.getOrDefault(setter.getName(), List.of(setter.getName()));
      if (!isSetter || isHook || members.containsAll(wanted)) {
        continue;
      }
      if (!ONLY_CODE.contains(setter.getName()) || !page.contains("`" + setter.getName() + "`")) {
        missing.add(setter.getName());
      }
    }
    assertThat(missing).isEmpty();
    assertThat(page).contains("## What only code can do");
  }
}

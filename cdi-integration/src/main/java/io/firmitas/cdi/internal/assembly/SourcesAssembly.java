package io.firmitas.cdi.internal.assembly;

import static io.firmitas.cdi.internal.settings.SourcesSettings.COLD_START;
import static io.firmitas.cdi.internal.settings.SourcesSettings.DISABLED;
import static io.firmitas.cdi.internal.settings.SourcesSettings.FAILURE_THRESHOLD;
import static io.firmitas.cdi.internal.settings.SourcesSettings.FATAL;
import static io.firmitas.cdi.internal.settings.SourcesSettings.FATAL_IF;
import static io.firmitas.cdi.internal.settings.SourcesSettings.OPEN_TIME;
import static io.firmitas.cdi.internal.settings.SourcesSettings.RETRY;
import static io.firmitas.cdi.internal.settings.SourcesSettings.SKIP;
import static io.firmitas.cdi.internal.settings.SourcesSettings.UNTIL_RESET;
import static io.firmitas.cdi.internal.settings.SourcesSettings.VALUE;

import io.firmitas.cdi.internal.carry.SourceArgument;
import io.firmitas.cdi.internal.config.ConvertedText;
import io.firmitas.cdi.internal.config.PolicyPlace;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.config.Value;
import io.firmitas.cdi.internal.instance.Code;
import io.firmitas.cdi.internal.method.SourceParameter;
import io.firmitas.cdi.internal.settings.Setting;
import io.firmitas.registry.PolicyKind;
import io.firmitas.retry.Retry;
import io.firmitas.sources.Source;
import io.firmitas.sources.Sources;
import io.firmitas.sources.SourcesBuilder;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/** Builds sources, or finds the bean that a place names. Used by one thread. */
final class SourcesAssembly {
  private static final Pattern NAMED =
      Pattern.compile("([A-Za-z][A-Za-z0-9._-]*)=(.*)", Pattern.DOTALL);

  private final Config config;
  private final Code code;
  private final NamedPolicies named;
  private final NameUses uses;
  private final DeployedSources deployed;
  private final Supplier<Surroundings> surroundings;

  SourcesAssembly(
      Config config,
      Code code,
      NamedPolicies named,
      NameUses uses,
      DeployedSources deployed,
      Supplier<Surroundings> surroundings) {
    this.config = config;
    this.code = code;
    this.named = named;
    this.uses = uses;
    this.deployed = deployed;
    this.surroundings = surroundings;
  }

  /** The sources of a place; {@code null} when something is wrong, which is then a problem. */
  @Nullable Sources<?> make(PolicyPlace place, BuilderCalls calls) {
    SourceParameter parameter = parameter(place, calls);
    if (parameter == null) {
      return null;
    }
    Optional<Sources<?>> bean;
    try {
      bean = place.givenName().isEmpty() ? Optional.empty() : code.sources(place.givenName());
    } catch (RuntimeException broken) {
      calls.problem(
          "the sources named \"" + place.givenName() + "\" cannot be had: " + broken,
          "look at the bean that produces them");
      return null;
    }
    Sources<?> made =
        bean.isPresent()
            ? checkUnset(bean.get(), place, calls)
            : build(place, parameter.rawType(), calls);
    return made == null ? null : deployed.add(place.policyName(), made);
  }

  /** The one parameter that gets the source; {@code null} when there is a problem with it. */
  private static @Nullable SourceParameter parameter(PolicyPlace place, BuilderCalls calls) {
    List<SourceParameter> marked = place.guarded().sourceParameters();
    if (marked.size() != 1) {
      calls.problem(
          marked.isEmpty()
              ? "no parameter of the method gets the source"
              : marked.size() + " parameters of the method are to get the source",
          "mark one parameter with @CurrentSource");
      return null;
    }
    SourceParameter parameter = marked.get(0);
    if (parameter.rawType().isPrimitive()) {
      calls.problem(
          "the parameter that gets the source is a primitive " + parameter.type(),
          "use " + boxed(parameter.rawType()).getSimpleName() + ", so that callers can pass null");
      return null;
    }
    return parameter;
  }

  private static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }

  /** What a bean of the application is made of, it says itself. */
  private static Sources<?> checkUnset(Sources<?> bean, PolicyPlace place, BuilderCalls calls) {
    for (Value<?> value : calls.settings().all()) {
      if (!value.setting().equals(Setting.ENABLED) && !place.isAboutAll(value)) {
        calls.problem(
            value.origin()
                + " has no effect: the sources named \""
                + place.givenName()
                + "\" are a bean of the application",
            "remove it, or the bean");
      }
    }
    return bean;
  }

  private @Nullable Sources<?> build(PolicyPlace place, Class<?> type, BuilderCalls calls) {
    if (!calls.settings().has(VALUE)) {
      calls.problem(
          "names no sources",
          "write @FromSources({\"near=...\", \"far=...\"}), set the value in configuration, or"
              + " produce Sources with the @PolicyName that is its name");
      return null;
    }
    SourcesBuilder<Object> builder =
        surroundings.get().prepare(Sources.<Object>builder(), place.policyName());
    if (!calls.set(VALUE, texts -> addAll(builder, texts, type, calls))) {
      return null;
    }
    configure(builder, type, calls);
    calls.set(RETRY, name -> setRetry(builder, place, name));
    return calls.build(builder::build);
  }

  private void addAll(
      SourcesBuilder<Object> builder, List<String> texts, Class<?> type, BuilderCalls calls) {
    List<String> disabled = calls.settings().get(DISABLED, List.of());
    Set<String> unknown = new TreeSet<>(disabled);
    for (String text : texts) {
      if (text.isBlank()) {
        throw new IllegalArgumentException("one of the sources is blank; write what it is");
      }
      Matcher parts = NAMED.matcher(text);
      boolean isNamed = parts.matches();
      String name = isNamed ? String.valueOf(parts.group(1)) : text;
      Object value = convert(isNamed ? String.valueOf(parts.group(2)) : text, name, type);
      builder.add(Source.of(name, value).withEnabled(!disabled.contains(name)));
      unknown.remove(name);
    }
    if (!unknown.isEmpty()) {
      calls.problem(
          "disabled names no source: " + String.join(", ", unknown),
          "name some of the sources, or none");
    }
  }

  private Object convert(String text, String name, Class<?> type) {
    try {
      return type == Object.class || type == CharSequence.class
          ? text
          : ConvertedText.of(config, type, text);
    } catch (IllegalArgumentException bad) {
      throw new IllegalArgumentException(
          "source \""
              + name
              + "\" cannot be what the parameter takes: "
              + bad.getMessage()
              + "; change the text or the parameter, or produce the Sources as a bean",
          bad);
    }
  }

  private static void configure(SourcesBuilder<Object> builder, Class<?> type, BuilderCalls calls) {
    boolean untilReset = calls.settings().get(UNTIL_RESET, false);
    calls.requires(
        OPEN_TIME, UNTIL_RESET, !untilReset, "leave out open-time, or set until-reset to false");
    calls.set(FAILURE_THRESHOLD, builder::failureThreshold);
    calls.set(OPEN_TIME, builder::openTime);
    if (untilReset) {
      builder.untilReset();
    }
    calls.setTypes(FATAL, builder::fatal);
    Conditions.setFailures(calls, FATAL_IF, builder::fatalIf);
    Conditions.setValues(calls, SKIP, type, builder::skip);
    Conditions.setCalls(calls, COLD_START, builder::coldStart);
  }

  /** What is wrong with the retry is told by those who check the uses of names. */
  private void setRetry(SourcesBuilder<Object> builder, PolicyPlace place, String name) {
    uses.add(new NameUse(name, Retry.class, "the retry of " + place.describe()));
    if (named.has(name, PolicyKind.RETRY).isPresent()) {
      try {
        builder.retry((Retry) named.find(name, Retry.class));
      } catch (RuntimeException told) {
        named.refuse(name);
      }
    }
  }

  /**
   * How a method gets the source; {@code null} when the sources, which may be those of another
   * place, are nothing for it.
   *
   * @param isOff whether there is no search, so that the first source is the one
   */
  static @Nullable SourceArgument argument(
      PolicyPlace place, Sources<?> sources, boolean isOff, Problems problems) {
    SourceParameter parameter = place.guarded().sourceParameters().get(0);
    for (Source<?> source : sources.config().sources()) {
      if (!parameter.rawType().isInstance(source.value())) {
        problems.add(
            place.describe(),
            "the sources named \""
                + place.givenName()
                + "\" are of type "
                + source.value().getClass().getName()
                + ", which is no "
                + parameter.type().getTypeName(),
            "give the parameter with @CurrentSource the type of the sources");
        return null;
      }
    }
    if (!isOff) {
      return new SourceArgument(parameter.index(), sources::current);
    }
    Object first = firstOf(sources.config().sources());
    return new SourceArgument(parameter.index(), context -> first);
  }

  private static <S> S firstOf(List<Source<S>> sources) {
    return sources.stream().filter(Source::enabled).findFirst().orElse(sources.get(0)).value();
  }
}

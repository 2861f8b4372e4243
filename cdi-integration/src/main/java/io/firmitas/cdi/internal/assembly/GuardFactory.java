package io.firmitas.cdi.internal.assembly;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.cdi.internal.carry.SourceArgument;
import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.PolicyPlace;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.config.Settings;
import io.firmitas.cdi.internal.config.SettingsReader;
import io.firmitas.cdi.internal.config.SwitchedOff;
import io.firmitas.cdi.internal.fallback.Answers;
import io.firmitas.cdi.internal.instance.Code;
import io.firmitas.cdi.internal.method.GuardedMethod;
import io.firmitas.cdi.internal.report.ReportBuilder;
import io.firmitas.cdi.internal.settings.FallbackSettings;
import io.firmitas.cdi.internal.settings.PolicyKind;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.sources.Sources;
import io.firmitas.timeout.Timeout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the guards of methods: reads the settings of each policy, builds it, and nests them. Used
 * by one thread.
 */
final class GuardFactory {
  private final Configuration configuration;
  private final Problems problems;
  private final NamedPlaces sharing;
  private final NamedPolicies named;
  private final DeployedBreakers breakers;
  private final ReportBuilder report;
  private final Supplier<Surroundings> surroundings;
  private final Code code;
  private final SourcesAssembly sources;
  private final DeployedPolicies all;
  private final Answers answers;
  private final ClassLoader loader;

  GuardFactory(
      Configuration configuration,
      Problems problems,
      NamedPlaces sharing,
      NamedPolicies named,
      DeployedBreakers breakers,
      ReportBuilder report,
      Supplier<Surroundings> surroundings,
      Code code,
      SourcesAssembly sources,
      DeployedPolicies all,
      ClassLoader loader) {
    this.configuration = configuration;
    this.problems = problems;
    this.sharing = sharing;
    this.named = named;
    this.breakers = breakers;
    this.report = report;
    this.surroundings = surroundings;
    this.loader = loader;
    this.code = code;
    this.sources = sources;
    this.all = all;
    answers = new Answers(configuration.config(), code, problems);
  }

  /** The policies of a method in the default nesting, the outermost first. */
  static List<PolicyPlace> placesOf(GuardedMethod guarded) {
    List<PolicyPlace> places = new ArrayList<>();
    for (Map.Entry<PolicyKind, ?> entry : guarded.policies().entrySet()) {
      places.add(new PolicyPlace(guarded, entry.getKey()));
    }
    return places;
  }

  /** Makes the guard of a method; what is wrong is added to the problems. */
  Guard make(GuardedMethod guarded) {
    ReturnTypes.refusal(guarded.rawReturnType())
        .ifPresent(
            reason ->
                problems.add(
                    guarded.exactTarget(),
                    "cannot be guarded: " + reason,
                    "return a CompletionStage or CompletableFuture, or remove the policies"));
    List<Policy<? super @Nullable Object>> policies = new ArrayList<>();
    boolean makesAnswers = false;
    SourceArgument source = null;
    for (PolicyPlace place : placesOf(guarded)) {
      Made made = policyAt(place);
      if (made == null) {
        continue;
      }
      if (!made.isOff()) {
        policies.add(made.policy());
        makesAnswers |= place.kind() == PolicyKind.FALLBACK;
      }
      if (made.policy() instanceof Sources<?> list) {
        source = SourcesAssembly.argument(place, list, made.isOff(), problems);
      }
    }
    guarded
        .name()
        .ifPresent(
            name -> {
              report.addToMethod(guarded.exactTarget(), ReportBuilder.guarded(name));
              named.policy(name).ifPresent(policies::add);
            });
    if (policies.isEmpty() && source == null) {
      return Guard.NONE;
    }
    policies.forEach(all::add);
    Guard.Style style = new Guard.Style(guarded.isAsync(), makesAnswers, source);
    return Guard.of(wrap(policies), guarded.method(), style);
  }

  private record Made(Policy<? super @Nullable Object> policy, boolean isOff) {}

  @SuppressWarnings({"unchecked", "rawtypes"}) // the array only carries the arguments
  private static Policy<@Nullable Object> wrap(List<Policy<? super @Nullable Object>> policies) {
    if (policies.isEmpty()) {
      return Guard.nothing();
    }
    return Policies.wrap((Policy<? super @Nullable Object>[]) policies.toArray(new Policy[0]));
  }

  /**
   * Makes a policy that other places name, before they do: a retry with a name. What is wrong with
   * it is told again, and once, when its own place is made.
   */
  void prepare(PolicyPlace place) {
    if (place.kind() == PolicyKind.RETRY && NamedPlaces.isShared(place)) {
      buildOrShare(place, read(place));
    }
  }

  private Settings read(PolicyPlace place) {
    return new SettingsReader(configuration, problems, loader).read(place, sharing.usesAt(place));
  }

  /** The policy of a place, or {@code null} when it is wrong. */
  private @Nullable Made policyAt(PolicyPlace place) {
    checkRival(place);
    Settings settings = read(place);
    if (isOwnFallback(place, settings)) {
      return null;
    }
    report.addToMethod(
        place.guarded().exactTarget(),
        ReportBuilder.part(place.kind(), place.policyName(), settings));
    if (NamedPlaces.isShared(place)) {
      report.addPlace(place.givenName(), place.describe());
      report.addToName(
          place.givenName(), ReportBuilder.part(place.kind(), place.givenName(), settings));
    }
    Policy<? super @Nullable Object> policy = buildOrShare(place, settings);
    boolean isOff = SwitchedOff.warned(place.describe(), settings);
    return policy == null ? null : new Made(policy, isOff);
  }

  /** A fallback on the class does not apply to the method that is the fallback. */
  private static boolean isOwnFallback(PolicyPlace place, Settings settings) {
    return place.kind() == PolicyKind.FALLBACK
        && !place.use().onMethod()
        && settings.get(FallbackSettings.METHOD, "").equals(place.guarded().method().getName());
  }

  private void checkRival(PolicyPlace place) {
    String rival = place.use().rival();
    if (rival != null) {
      problems.add(
          place.describe(),
          "contradicts "
              + place.kind().annotationName()
              + " of "
              + rival
              + ", which is equally near",
          "put "
              + place.kind().annotationName()
              + " on the method or class itself, or remove one of the two");
    }
  }

  @SuppressWarnings("unchecked") // only policies are remembered
  private @Nullable Policy<? super @Nullable Object> buildOrShare(
      PolicyPlace place, Settings settings) {
    if (sharing.isKnown(place)) {
      return (Policy<? super @Nullable Object>) sharing.find(place, settings);
    }
    Policy<? super @Nullable Object> policy = build(place, settings);
    sharing.made(place, settings, policy);
    return policy;
  }

  private @Nullable Policy<? super @Nullable Object> build(PolicyPlace place, Settings settings) {
    BuilderCalls calls = new BuilderCalls(place.describe(), settings, code, problems);
    if (place.kind() == PolicyKind.TIMEOUT && !TimeoutAssembly.hasLength(calls)) {
      return null;
    }
    if (NamedPlaces.isShared(place) && place.kind().isPartOfNames()) {
      return named.make(place, calls);
    }
    String name = place.policyName();
    Surroundings around = surroundings.get();
    return switch (place.kind()) {
      case FALLBACK ->
          FallbackAssembly.build(
              around.prepare(Fallback.<@Nullable Object>builder(), name),
              answers.find(place, settings),
              calls);
      case RETRY -> RetryAssembly.build(around.prepare(Retry.builder(), name), calls);
      case CIRCUIT_BREAKER ->
          breakers.add(
              BreakerAssembly.build(around.prepare(CircuitBreaker.builder(), name), calls));
      case SOURCES -> sources.make(place, calls);
      case TIMEOUT ->
          TimeoutAssembly.build(
              around.prepare(Timeout.builder(TimeoutAssembly.ANY_LENGTH), name), calls);
    };
  }
}

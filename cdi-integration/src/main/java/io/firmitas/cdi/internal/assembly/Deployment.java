package io.firmitas.cdi.internal.assembly;

import io.firmitas.cdi.AllPolicies;
import io.firmitas.cdi.CircuitBreakers;
import io.firmitas.cdi.PolicyReport;
import io.firmitas.cdi.SourceLists;
import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.GeneralKey;
import io.firmitas.cdi.internal.config.KeyCheck;
import io.firmitas.cdi.internal.config.PolicyPlace;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.config.UsedName;
import io.firmitas.cdi.internal.instance.Code;
import io.firmitas.cdi.internal.method.BeanMethods;
import io.firmitas.cdi.internal.method.GuardedMethod;
import io.firmitas.cdi.internal.method.PolicyAnnotations;
import io.firmitas.cdi.internal.report.ReportBuilder;
import io.firmitas.cdi.internal.settings.PolicyKind;
import io.firmitas.registry.PolicyCustomizer;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.Config;

/**
 * Reads the annotations of bean classes and the configuration, and makes the guards of all methods.
 * Collects all problems on the way. Used by one thread.
 */
public final class Deployment {
  private final BeanContainer beans;
  private final Configuration configuration;
  private final Supplier<Surroundings> surroundings;
  private final Code code;
  private final Problems problems = new Problems();
  private final NamedPlaces sharing = new NamedPlaces(problems);
  private final NamedPolicies named;
  private final DeployedBreakers breakers;
  private final DeployedSources sources = new DeployedSources();
  private final DeployedPolicies all = new DeployedPolicies();
  private final ReportBuilder report = new ReportBuilder();
  private final NameUses uses;
  private final SourcesAssembly sourcesAssembly;
  private final List<PolicyPlace> allPlaces = new ArrayList<>();

  /**
   * Makes a deployment without beans.
   *
   * @param beans the beans of the container
   * @param config the configuration
   * @param configured makes the settings that the configuration has for names
   * @param surroundings what all policies have in common; asked when there is a first policy
   * @param code makes objects of classes that settings name
   */
  public Deployment(
      BeanContainer beans,
      Config config,
      PolicyCustomizer configured,
      Supplier<Surroundings> surroundings,
      Code code) {
    this.beans = beans;
    this.configuration = new Configuration(config);
    this.surroundings = surroundings;
    this.code = code;
    named = new NamedPolicies(configured, surroundings, all);
    breakers = new DeployedBreakers(named);
    uses =
        new NameUses(
            new ProducedPolicies(beans, problems),
            named,
            configuration,
            loaderOf(NamedPolicies.class),
            problems);
    sourcesAssembly = new SourcesAssembly(config, code, named, uses, sources, surroundings);
  }

  /** The breakers of methods and names. */
  public CircuitBreakers breakers() {
    return breakers;
  }

  /** The policies of methods and names. */
  public AllPolicies policies() {
    return all;
  }

  /** The sources of methods and names. */
  public SourceLists sources() {
    return sources;
  }

  /** The effective configuration so far. */
  public PolicyReport report() {
    return report.build();
  }

  /** The policies that have a name. */
  public NamedPolicies named() {
    return named;
  }

  /** What went wrong so far. */
  public Problems problems() {
    return problems;
  }

  /** How many policies of each kind there are, and methods that are guarded by a name. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (PolicyKind kind : PolicyKind.values()) {
      long count = allPlaces.stream().filter(place -> place.kind() == kind).count();
      counts.put(kind.key(), count);
    }
    counts.put("guarded by name", uses.guardedMethods());
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  /**
   * Makes the guards of bean classes; classes without policies are left out.
   *
   * @param types the classes
   * @param injected where policies of a name are injected
   */
  public Map<Class<?>, BeanGuards> deploy(
      Collection<? extends AnnotatedType<?>> types, Collection<NameUse> injected) {
    Map<BeanMethods, List<GuardedMethod>> guarded = new LinkedHashMap<>();
    Map<GuardedMethod, PolicyAnnotations> annotated = new LinkedHashMap<>();
    for (AnnotatedType<?> type : types) {
      BeanMethods methods = new BeanMethods(type.getJavaClass());
      PolicyAnnotations annotations = new PolicyAnnotations(beans, type);
      new PlacementCheck(methods, annotations, problems).check();
      List<GuardedMethod> found = new GuardedMethods(methods, annotations, problems).find();
      found.forEach(each -> annotated.put(each, annotations));
      if (!found.isEmpty()) {
        guarded.put(methods, found);
      }
    }
    List<PolicyPlace> places = new ArrayList<>();
    guarded
        .values()
        .forEach(all -> all.forEach(each -> places.addAll(GuardFactory.placesOf(each))));
    allPlaces.addAll(places);
    sharing.add(places);
    Map<Class<?>, BeanGuards> guards = make(guarded, injected);
    annotated.forEach(new TransactionCheck(configuration, named, problems)::check);
    guarded.forEach(new SelfInvocationCheck(beans, configuration, report, problems)::check);
    return guards;
  }

  /** What gives names a meaning is made before what uses names. */
  private Map<Class<?>, BeanGuards> make(
      Map<BeanMethods, List<GuardedMethod>> guarded, Collection<NameUse> injected) {
    Map<GuardedMethod, Guard> guards = new HashMap<>();
    guarded.forEach(this::prepare);
    makeWhere(guarded, guards, each -> each.name().isEmpty());
    uses.addInjected(injected);
    guarded.values().forEach(all -> all.forEach(uses::addGuarded));
    uses.check();
    makeWhere(guarded, guards, each -> each.name().isPresent());
    // Sources beside @Guarded use names, too.
    uses.check();
    uses.report(report);
    Map<Class<?>, BeanGuards> byClass = new LinkedHashMap<>();
    guarded.forEach(
        (methods, all) -> {
          Map<Method, Guard> ofBean = new HashMap<>();
          all.forEach(each -> ofBean.put(each.method(), guards.getOrDefault(each, Guard.NONE)));
          byClass.put(methods.beanClass(), new BeanGuards(methods, ofBean));
        });
    return byClass;
  }

  private void prepare(BeanMethods methods, List<GuardedMethod> all) {
    GuardFactory factory = factoryFor(methods);
    all.forEach(each -> GuardFactory.placesOf(each).forEach(factory::prepare));
  }

  private GuardFactory factoryFor(BeanMethods methods) {
    return new GuardFactory(
        configuration,
        problems,
        sharing,
        named,
        breakers,
        report,
        surroundings,
        code,
        sourcesAssembly,
        all,
        loaderOf(methods.beanClass()));
  }

  private void makeWhere(
      Map<BeanMethods, List<GuardedMethod>> guarded,
      Map<GuardedMethod, Guard> guards,
      Predicate<GuardedMethod> condition) {
    guarded.forEach(
        (methods, all) -> {
          GuardFactory factory = factoryFor(methods);
          all.stream().filter(condition).forEach(each -> guards.put(each, factory.make(each)));
        });
  }

  /**
   * Looks for keys that lead nowhere. Sensible only when all beans have been deployed.
   *
   * @param later classes of which the application makes objects that are guarded when they are
   *     first called
   */
  public void checkKeys(Collection<Class<?>> later) {
    String policy =
        configuration.find(GeneralKey.UNKNOWN_KEYS.key()).map(found -> found.text()).orElse("fail");
    Problems unknown = new Problems();
    List<PolicyPlace> places = new ArrayList<>(allPlaces);
    List<UsedName> names = new ArrayList<>(uses.names());
    for (GuardedMethod late :
        new LateClasses(beans, configuration, problems).methods(allPlaces, later)) {
      places.addAll(GuardFactory.placesOf(late));
      late.name().ifPresent(name -> names.add(new UsedName(name, true, true)));
    }
    new KeyCheck(places, names).check(configuration, unknown);
    unknown.warnings().forEach(each -> problems.warn(each.where(), each.what(), each.remedy()));
    if (policy.equals("warn")) {
      unknown.all().forEach(each -> problems.warn(each.where(), each.what(), each.remedy()));
      return;
    }
    if (!policy.equals("fail")) {
      configuration
          .find(GeneralKey.UNKNOWN_KEYS.key())
          .ifPresent(
              found ->
                  problems.add(found.describe(), "is neither fail nor warn", "write fail or warn"));
    }
    unknown.all().forEach(each -> problems.add(each.where(), each.what(), each.remedy()));
  }

  private static ClassLoader loaderOf(Class<?> beanClass) {
    return Optional.ofNullable(Thread.currentThread().getContextClassLoader())
        .or(() -> Optional.ofNullable(beanClass.getClassLoader()))
        .orElseGet(ClassLoader::getSystemClassLoader);
  }
}

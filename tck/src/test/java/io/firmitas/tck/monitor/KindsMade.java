package io.firmitas.tck.monitor;

import io.firmitas.Policy;
import io.firmitas.PolicyConfig;
import io.firmitas.tck.ConformanceRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.junit.platform.engine.UniqueId;

/**
 * The kit, run once on the provider without a mistake, and which kinds of policy each of its tests
 * asked for then.
 *
 * <p>Until a test makes a policy of a kind, a mistake in that kind makes no difference to it. So
 * the tests that never make one need not be run to know that they do not find the mistake.
 */
final class KindsMade {
  /** What is asked for by which tests; each stands beside the classes and templates around it. */
  private record Made(Class<?> kind, UniqueId test) {}

  private static final class Once {
    static final KindsMade RUN = new KindsMade();
  }

  private final Set<Made> made = ConcurrentHashMap.newKeySet();
  private final ConformanceRun sound;
  private volatile UniqueId running = UniqueId.forEngine("none");

  private KindsMade() {
    try {
      sound =
          ConformanceRun.of(
              new Recording(),
              test -> {
                running = test;
                return true;
              });
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The run that all tests share. */
  static KindsMade inSoundRun() {
    return Once.RUN;
  }

  /** The run on the provider without a mistake. */
  ConformanceRun soundRun() {
    return sound;
  }

  /**
   * The tests that make a policy of a kind.
   *
   * @param kind the kind; {@link PolicyConfig} for all tests of the kit
   */
  Predicate<UniqueId> testsThatMake(Class<?> kind) {
    return kind.equals(PolicyConfig.class)
        ? test -> true
        : test -> made.contains(new Made(kind, test));
  }

  private final class Recording extends MonitorProvider {
    @Override
    public <P extends Policy<?>> P create(PolicyConfig<P> config) {
      UniqueId id = running;
      made.add(new Made(config.getClass(), id));
      while (id.getSegments().size() > 1) {
        id = id.removeLastSegment();
        made.add(new Made(config.getClass(), id));
      }
      return super.create(config);
    }
  }
}

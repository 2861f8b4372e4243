package io.firmitas.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.BaseStream;

/**
 * A call or method reference that reads a clock, waits by one, makes a thread, borrows the common
 * pool or draws a random number. Virtual time sees none of these, so they belong into one package.
 */
final class ImpureCall extends DescribedPredicate<JavaAccess<?>> {

  private static final String CONSTRUCTOR = "<init>";

  ImpureCall() {
    super("a clock, a timed wait, a thread, the common pool or a random number");
  }

  @Override
  public boolean test(JavaAccess<?> access) {
    return access.getTarget() instanceof CodeUnitAccessTarget target
        && (readsClock(target)
            || waitsByClock(target)
            || makesThread(target)
            || borrowsCommonPool(target)
            || drawsRandomNumber(target));
  }

  private static boolean readsClock(CodeUnitAccessTarget target) {
    JavaClass owner = target.getOwner();
    String name = target.getName();
    if (owner.isEquivalentTo(System.class)) {
      return Set.of("nanoTime", "currentTimeMillis").contains(name);
    }
    if (owner.isEquivalentTo(Clock.class)) {
      return name.startsWith("system") || name.matches("tick(Millis|Seconds|Minutes)");
    }
    if (owner.isEquivalentTo(InstantSource.class)) {
      return name.equals("system");
    }
    if (owner.isEquivalentTo(java.util.Date.class)) {
      return name.equals(CONSTRUCTOR) && target.getRawParameterTypes().isEmpty();
    }
    return owner.getPackageName().startsWith("java.time")
        && name.equals("now")
        && !takes(target, Clock.class);
  }

  private static boolean waitsByClock(CodeUnitAccessTarget target) {
    JavaClass owner = target.getOwner();
    String name = target.getName();
    if (name.equals("wait") && target.getFullName().startsWith("java.lang.Object.")) {
      return true;
    }
    if (owner.isAssignableTo(Thread.class)) {
      return name.equals("sleep")
          || (name.equals("join") && !target.getRawParameterTypes().isEmpty());
    }
    if (owner.isEquivalentTo(LockSupport.class)) {
      return name.startsWith("park");
    }
    if (owner.isEquivalentTo(TimeUnit.class)) {
      return Set.of("sleep", "timedWait", "timedJoin").contains(name);
    }
    if (owner.isAssignableTo(Condition.class)) {
      return name.matches("await(Nanos|Until)") || takes(target, TimeUnit.class);
    }
    // tryLock, tryAcquire, poll, offer, get, schedule, orTimeout, ...: all measure real time.
    return owner.getPackageName().startsWith("java.util.concurrent")
        && takes(target, TimeUnit.class);
  }

  private static boolean makesThread(CodeUnitAccessTarget target) {
    JavaClass owner = target.getOwner();
    if (owner.isAssignableTo(Thread.class)) {
      return target.getName().equals(CONSTRUCTOR)
          || Set.of("ofVirtual", "ofPlatform", "startVirtualThread").contains(target.getName());
    }
    return owner.isEquivalentTo(Executors.class)
        || (target.getName().equals(CONSTRUCTOR)
            && (owner.isAssignableTo(Timer.class)
                || (owner.isAssignableTo(ExecutorService.class)
                    && owner.getPackageName().startsWith("java."))));
  }

  private static boolean borrowsCommonPool(CodeUnitAccessTarget target) {
    JavaClass owner = target.getOwner();
    String name = target.getName();
    if (owner.isAssignableTo(CompletionStage.class)) {
      return name.endsWith("Async") && !takes(target, Executor.class);
    }
    return (owner.isEquivalentTo(ForkJoinPool.class) && name.equals("commonPool"))
        || (owner.isAssignableTo(Collection.class) && name.equals("parallelStream"))
        || (owner.isAssignableTo(BaseStream.class) && name.equals("parallel"));
  }

  private static boolean drawsRandomNumber(CodeUnitAccessTarget target) {
    JavaClass owner = target.getOwner();
    String name = target.getName();
    if (name.equals(CONSTRUCTOR)) {
      return owner.isAssignableTo(Random.class) || owner.isEquivalentTo(SplittableRandom.class);
    }
    if (List.of("java.lang.Math", "java.lang.StrictMath").contains(owner.getName())) {
      return name.equals("random");
    }
    if (owner.isEquivalentTo(java.util.Collections.class)) {
      return name.equals("shuffle") && !takes(target, RandomGenerator.class);
    }
    return (owner.isEquivalentTo(UUID.class) && name.equals("randomUUID"))
        || (owner.isAssignableTo(Random.class) && name.equals("current"))
        || (owner.isEquivalentTo(RandomGenerator.class)
            && Set.of("of", "getDefault").contains(name))
        || owner.isEquivalentTo(RandomGeneratorFactory.class);
  }

  private static boolean takes(CodeUnitAccessTarget target, Class<?> type) {
    return target.getRawParameterTypes().stream().anyMatch(each -> each.isAssignableTo(type));
  }
}

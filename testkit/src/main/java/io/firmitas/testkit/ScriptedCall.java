package io.firmitas.testkit;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.internal.Arguments;
import io.firmitas.internal.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Plays outcomes, one for each invocation, then repeats the last one, and counts.
 *
 * <pre>{@code
 * var call = new ScriptedCall<String>().fail(new IOException("first")).succeed("second");
 * assertThat(retry.call(call)).isEqualTo("second");
 * assertThat(call.count()).isEqualTo(2);
 * }</pre>
 *
 * <p>It is a {@link Callable} itself; {@link #asCall()} and {@link #asAsyncCall()} play the same
 * script, so one scenario can run in every form. Thread-safe; invocations take outcomes in the
 * order in which they start.
 *
 * @param <T> what the call returns
 */
public final class ScriptedCall<T extends @Nullable Object> implements Callable<T> {
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Outcome<T>> outcomes = new ArrayList<>();
  private final List<Context> contexts = new ArrayList<>();
  private @Nullable PolicyRuntime runtime;
  private long nanos;

  /** Makes an empty script; add at least one outcome before the first invocation. */
  public ScriptedCall() {}

  /**
   * Adds a value.
   *
   * @param value what the invocation returns
   * @return this script
   */
  public ScriptedCall<T> succeed(T value) {
    return add(() -> value, 1);
  }

  /**
   * Adds a failure.
   *
   * @param failure what the invocation throws, or what its stage fails with
   * @return this script
   */
  public ScriptedCall<T> fail(Throwable failure) {
    return fail(1, failure);
  }

  /**
   * Adds a failure several times.
   *
   * @param times how often, at least once
   * @param failure what the invocations throw, the same instance each time
   * @return this script
   */
  public ScriptedCall<T> fail(int times, Throwable failure) {
    Arguments.notNull("failure", failure);
    return add(
        () -> {
          throw FailureMatcher.rethrow(failure);
        },
        Arguments.atLeast("times", times, 1));
  }

  /**
   * Makes the outcomes added from now on take time: the call sleeps on the runtime, the
   * asynchronous call completes by its timer. A cancelled stage cancels its timer.
   *
   * @param duration how long, in the runtime's time; zero for at once
   * @param on the runtime, as a rule the one of the policy
   * @return this script
   */
  public ScriptedCall<T> taking(Duration duration, PolicyRuntime on) {
    Arguments.notNegative("duration", duration);
    Arguments.notNull("on", on);
    lock.lock();
    try {
      runtime = on;
      nanos = Durations.toNanos(duration);
    } finally {
      lock.unlock();
    }
    return this;
  }

  private ScriptedCall<T> add(Callable<T> answer, int times) {
    lock.lock();
    try {
      for (int i = 0; i < times; i++) {
        outcomes.add(new Outcome<>(answer, nanos == 0 ? null : runtime, nanos));
      }
    } finally {
      lock.unlock();
    }
    return this;
  }

  @Override
  public T call() throws Exception {
    return next(Context.root()).play();
  }

  /**
   * The script as a call that sees its context.
   *
   * @return the call
   */
  public Call<T> asCall() {
    return context -> next(context).play();
  }

  /**
   * The script as an asynchronous call. Its stages are complete at once unless the outcome takes
   * time; failures are failed stages, never thrown.
   *
   * @return the call
   */
  public AsyncCall<T> asAsyncCall() {
    return context -> next(context).playAsync();
  }

  /**
   * How often the call was invoked, in whatever form.
   *
   * @return the number of invocations started
   */
  public int count() {
    return contexts().size();
  }

  /**
   * The contexts that the invocations got.
   *
   * @return a copy, in order; the root context for invocations as a {@link Callable}
   */
  public List<Context> contexts() {
    lock.lock();
    try {
      return List.copyOf(contexts);
    } finally {
      lock.unlock();
    }
  }

  private Outcome<T> next(Context context) {
    lock.lock();
    try {
      if (outcomes.isEmpty()) {
        throw new AssertionError("the script is empty; add succeed(...) or fail(...)");
      }
      contexts.add(context);
      return outcomes.get(Math.min(contexts.size(), outcomes.size()) - 1);
    } finally {
      lock.unlock();
    }
  }
}

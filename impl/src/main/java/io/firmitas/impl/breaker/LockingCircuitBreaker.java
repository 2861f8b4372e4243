package io.firmitas.impl.breaker;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitState;
import io.firmitas.impl.breaker.Period.Closed;
import io.firmitas.impl.breaker.Period.Disabled;
import io.firmitas.impl.breaker.Period.HalfOpen;
import io.firmitas.impl.breaker.Period.Open;
import io.firmitas.impl.breaker.Period.Recovering;
import io.firmitas.impl.breaker.Period.Windowed;
import io.firmitas.impl.driver.DirectPolicy;
import io.firmitas.impl.driver.LinkedPolicy;
import io.firmitas.internal.Arguments;
import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The circuit breaker: drivers for both kinds of calls around the decisions of {@link CircuitCore}.
 *
 * <p>It extends the core instead of holding one, so that an idle breaker, of which there may be one
 * for each of many keys, is one object less.
 */
public final class LockingCircuitBreaker extends CircuitCore implements CircuitBreaker {
  private static final System.Logger LOGGER = System.getLogger("io.firmitas");

  /**
   * The admission of calls that pass only because the breaker is a dry run: current in no breaker,
   * so nothing is counted.
   */
  private static final Admission UNCOUNTED = new Disabled(0, Tally.CLEAN);

  /**
   * The settings made last: many breakers are often made from one configuration, one after the
   * other, and can share them. Held weakly, so that nothing of an application stays when its
   * breakers are gone.
   */
  private static volatile WeakReference<BreakerSettings> latest = new WeakReference<>(null);

  /**
   * Makes a breaker.
   *
   * @param config its configuration
   * @return the breaker
   */
  public static LockingCircuitBreaker of(CircuitBreakerConfig config) {
    BreakerSettings settings = latest.get();
    if (settings == null || settings.config != config) {
      settings = new BreakerSettings(config);
      latest = new WeakReference<>(settings);
    }
    return new LockingCircuitBreaker(settings);
  }

  private LockingCircuitBreaker(BreakerSettings settings) {
    super(settings, settings.runtime.nanoTime());
  }

  @Override
  @SuppressWarnings("NullAway") // the T of this policy is nullable
  public @Nullable Object execute(Call<? extends @Nullable Object> call, Context context)
      throws Exception {
    return executeAround(DirectPolicy.<@Nullable Object>instance(), call, context);
  }

  @Override
  public <U extends @Nullable Object> U executeAround(
      Policy<U> inner, Call<? extends U> call, Context context) throws Exception {
    Admission admission = admit();
    long start = startOfCall();
    U result;
    try {
      result = inner.execute(call, context);
    } catch (Throwable failure) {
      recordThrown(admission, failure, start);
      throw failure;
    }
    recordResult(admission, result, start);
    return result;
  }

  @Override
  public CompletableFuture<@Nullable Object> executeAsync(
      AsyncCall<? extends @Nullable Object> call, Context context) {
    return executeAsyncAround(DirectPolicy.<@Nullable Object>instance(), call, context);
  }

  @Override
  public <U extends @Nullable Object> CompletableFuture<U> executeAsyncAround(
      Policy<U> inner, AsyncCall<? extends U> call, Context context) {
    Admission admission;
    try {
      admission = admit();
    } catch (CircuitOpenException refused) {
      return CompletableFuture.failedFuture(refused);
    }
    return AdmittedCall.make(this, Role.BREAKER, admission, inner, call, context);
  }

  @Override
  public <U extends @Nullable Object> Policy<U> around(Policy<? super U> inner) {
    return new Linked<>(this, inner);
  }

  // ---- admission

  /** A closed or disabled period admits with one volatile read; everything else asks the core. */
  Admission admit() {
    Period present = period();
    if (present instanceof Closed && !settings.events.wantsPermitted) {
      return present;
    }
    long now = timeFor(present);
    Admission admission = tryAdmit(present, now);
    if (admission != null) {
      return admission;
    }
    CircuitOpenException rejection = rejection(present, now);
    settings.events.rejected(rejection);
    if (settings.config.dryRun()) {
      return UNCOUNTED;
    }
    throw rejection;
  }

  /** Time decides only where calls do not pass anyway. */
  private long timeFor(Period present) {
    return passesAll(present) ? 0 : settings.runtime.nanoTime();
  }

  private static boolean passesAll(Period present) {
    return present instanceof Closed || present instanceof Disabled;
  }

  private @Nullable Admission tryAdmit(Period present, long now) {
    Admission admission = present;
    if (!passesAll(present)) {
      // A refusal by a recovering breaker is saved up towards the next admission, under the lock.
      if (!(present instanceof Recovering) && !admits(present, now)) {
        return null;
      }
      Acquisition acquisition = tryAcquire(now);
      settings.events.changed(acquisition.entered());
      admission = acquisition.admission();
    }
    if (admission != null) {
      settings.events.permitted(admission);
    }
    return admission;
  }

  /** Tells about the present, or, when calls pass again in the meantime, about what has refused. */
  private CircuitOpenException rejection(Period refusing, long now) {
    Period latest = period();
    Period present = passesAll(latest) ? refusing : latest;
    long wait = 0;
    if (present instanceof Open open) {
      wait = open.remaining(now);
    } else if (present instanceof HalfOpen halfOpen) {
      wait = halfOpen.openNanos;
    }
    Tally tally = present.tally();
    return new CircuitOpenException(
        settings.name,
        stateOf(present, now),
        tally.failures(),
        now + wait,
        wait,
        tally.last(),
        settings.config.stackTraces());
  }

  /** The stamp of an outcome that nobody was asked about: the present, when it admits all calls. */
  Admission admissionOfPresent() {
    Closed closed = closedOf(period());
    return closed == null ? UNCOUNTED : closed;
  }

  // ---- outcomes

  /** The clock reading at the start of a call, where its duration matters. */
  long startOfCall() {
    return settings.timesCalls ? settings.runtime.nanoTime() : 0;
  }

  void recordResult(Admission admission, @Nullable Object result, long start) {
    if (settings.successMayBeSilent
        && admission instanceof Closed closed
        && hasNothingOnRecord(closed)) {
      return;
    }
    record(admission, judge(result, null), isSlow(start), null);
  }

  void recordThrown(Admission admission, Throwable failure, long start) {
    record(admission, judge(null, failure), isSlow(start), failure);
  }

  /** Records a success or failure; a neutral end leaves the permit with the gate that holds it. */
  void recordAttempt(
      Admission admission, @Nullable Object result, @Nullable Throwable failure, long start) {
    Verdict verdict = judge(result, failure);
    if (verdict != Verdict.NEUTRAL) {
      record(admission, verdict, isSlow(start), failure);
    }
  }

  private boolean isSlow(long start) {
    return settings.timesCalls && settings.runtime.nanoTime() - start >= settings.slowCallNanos;
  }

  /** Judges how a call ended. Code of the user that throws makes the end neutral. */
  private Verdict judge(@Nullable Object result, @Nullable Throwable failure) {
    if (failure == null && !settings.judgesResults) {
      return Verdict.SUCCESS;
    }
    try {
      if (failure != null) {
        return settings.config.verdict(failure);
      }
      return settings.config.failsOnResult(result) ? Verdict.FAILURE : Verdict.SUCCESS;
    } catch (Throwable thrown) {
      settings.events.report(failure == null ? "failOnResult" : "failIf or ignoreIf", thrown);
      return Verdict.NEUTRAL;
    }
  }

  /** The caller gave up: no vote, the permit comes back. */
  void release(Admission admission) {
    record(admission, Verdict.NEUTRAL, false, null);
  }

  /** Gives back a probe's permit that nobody has used; tells nobody. */
  void giveBack(Admission admission) {
    if (admission instanceof Probe) {
      record(admission, recording(Verdict.NEUTRAL, false, null, null));
    }
  }

  void record(Admission admission, Verdict verdict, boolean slow, @Nullable Throwable failure) {
    if (changesNothing(admission, verdict, slow)) {
      settings.events.ended(verdict, admission, failure);
      return;
    }
    Instant at = verdict == Verdict.FAILURE || slow ? settings.runtime.instant() : null;
    if (!slow
        && admission instanceof Closed closed
        && !settings.events.want(verdict)
        && recordQuietly(
            closed,
            verdict == Verdict.FAILURE,
            failure,
            at,
            settings.usesTimeWindow ? settings.runtime.nanoTime() : 0)) {
      return;
    }
    Recording recording = recording(verdict, slow, failure, at);
    while (!record(admission, recording)) {
      recording.openNanos = settings.openNanos(recording.opening, failure);
    }
    settings.events.recorded(recording);
  }

  /**
   * The success of a closed breaker with no failure on record, a neutral end of a closed one, and
   * anything of a disabled one.
   */
  private boolean changesNothing(Admission admission, Verdict verdict, boolean slow) {
    if (admission instanceof Closed closed) {
      return verdict == Verdict.NEUTRAL
          || (verdict == Verdict.SUCCESS && !slow && hasNothingOnRecord(closed));
    }
    return admission instanceof Disabled;
  }

  /** Whether one more success would change nothing. */
  boolean hasNothingOnRecord(Closed closed) {
    return settings.usesWindow
        ? closed instanceof Windowed windowed && windowed.window.holdsOnlySuccesses()
        : closed.tally.failures() == 0;
  }

  private Recording recording(
      Verdict verdict, boolean slow, @Nullable Throwable failure, @Nullable Instant at) {
    return new Recording(
        verdict,
        slow,
        failure,
        at,
        settings.runtime.nanoTime(),
        settings.openTimeIsFixed ? settings.firstOpenNanos : Recording.NOT_KNOWN);
  }

  private void recordUnasked(Verdict verdict, @Nullable Throwable failure) {
    Recording recording = recording(verdict, false, failure, settings.runtime.instant());
    while (!recordUnasked(recording)) {
      recording.openNanos = settings.openNanos(recording.opening, failure);
    }
    settings.events.recorded(recording);
  }

  // ---- by hand

  @Override
  public Optional<Permit> tryAcquire() {
    Period present = period();
    Admission admission = tryAdmit(present, timeFor(present));
    return admission == null ? Optional.empty() : Optional.of(new AdmissionPermit(this, admission));
  }

  @Override
  public Permit acquire() {
    return new AdmissionPermit(this, admit());
  }

  @Override
  public void recordSuccess() {
    recordUnasked(Verdict.SUCCESS, null);
  }

  @Override
  public void recordFailure(Throwable failure) {
    recordUnasked(Verdict.FAILURE, Arguments.notNull("failure", failure));
  }

  @Override
  public void forceOpen() {
    order(Order.FORCE_OPEN);
  }

  @Override
  public void forceHalfOpen() {
    order(Order.FORCE_HALF_OPEN);
  }

  @Override
  public void disable() {
    LOGGER.log(
        Level.WARNING,
        () ->
            settings.name + ": Circuit breaker disabled; calls are not guarded until it is reset");
    order(Order.DISABLE);
  }

  @Override
  public void reset() {
    order(Order.RESET);
  }

  private void order(Order order) {
    settings.events.changed(order(order, settings.runtime.nanoTime()));
  }

  @Override
  public Policy<@Nullable Object> gate() {
    return new HalfBreaker(this, Role.GATE);
  }

  @Override
  public Policy<@Nullable Object> recorder() {
    return new HalfBreaker(this, Role.RECORDER);
  }

  // ---- questions

  @Override
  public boolean wouldPermit() {
    Period present = period();
    return passesAll(present) || admits(present, settings.runtime.nanoTime());
  }

  @Override
  public CircuitState state() {
    Period present = period();
    return present instanceof Open
        ? stateOf(present, settings.runtime.nanoTime())
        : present.state();
  }

  @Override
  public CircuitBreakerSnapshot snapshot() {
    return report(settings.runtime.nanoTime());
  }

  @Override
  public CircuitBreakerConfig config() {
    return settings.config;
  }

  @Override
  public PolicyRuntime runtime() {
    return settings.runtime;
  }

  @Override
  public String describe() {
    return "circuit-breaker(" + settings.name + ")";
  }

  @Override
  public String toString() {
    return describe() + " " + state().text();
  }

  private static final class Linked<U extends @Nullable Object> extends LinkedPolicy<U> {
    private final LockingCircuitBreaker breaker;

    Linked(LockingCircuitBreaker breaker, Policy<? super U> inner) {
      super(breaker, inner);
      this.breaker = breaker;
    }

    @Override
    public U execute(Call<? extends U> call, Context context) throws Exception {
      return breaker.executeAround(inner, call, context);
    }

    @Override
    public CompletableFuture<U> executeAsync(AsyncCall<? extends U> call, Context context) {
      return breaker.executeAsyncAround(inner, call, context);
    }
  }
}

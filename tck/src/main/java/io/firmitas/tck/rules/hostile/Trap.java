package io.firmitas.tck.rules.hostile;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.Permit;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The code behind a hook: does its act each time it is asked, except while it is doing it, and
 * behaves once it is disarmed. Thread-safe.
 */
final class Trap {
  private static final long LIMIT_SECONDS = 5;

  private final Act act;
  private final Thread caller = Thread.currentThread();
  private final AtomicBoolean busy = new AtomicBoolean();
  private final AtomicInteger sprung = new AtomicInteger();
  private final ConcurrentLinkedQueue<CompletableFuture<?>> inner = new ConcurrentLinkedQueue<>();
  private final AtomicInteger onTheirWay = new AtomicInteger();
  private volatile boolean armed;
  private volatile boolean stuck;
  private volatile boolean interrupted;
  private volatile int callsAtCancel = -1;
  private volatile @Nullable Throwable thrown;
  private volatile @Nullable Policy<Object> policy;
  private volatile @Nullable CircuitBreaker breaker;
  private volatile @Nullable CompletableFuture<?> future;
  private volatile @Nullable Cancellation cancellation;
  private volatile @Nullable Supplier<Integer> calls;

  Trap(Act act) {
    this.act = act;
  }

  void arm() {
    armed = true;
  }

  void disarm() {
    armed = false;
  }

  /** The policy that the hook belongs to. */
  void use(Policy<Object> own, @Nullable CircuitBreaker ownBreaker) {
    policy = own;
    breaker = ownBreaker;
  }

  /** A call begins; its future is told later, when there is one. */
  void begin(Cancellation ofCall, Supplier<Integer> callsMade) {
    cancellation = ofCall;
    calls = callsMade;
    future = null;
    interrupted = false;
    callsAtCancel = -1;
  }

  void future(CompletableFuture<?> ofCall) {
    future = ofCall;
  }

  /** The hook was asked. */
  @SuppressWarnings({"unchecked", "NullAway", "TypeParameterUnusedInFormals"})
  <V extends @Nullable Object> V spring(V ordinary) {
    if (!armed || !busy.compareAndSet(false, true)) {
      return ordinary;
    }
    sprung.incrementAndGet();
    try {
      return (V) act.deed().at(this, ordinary);
    } catch (Throwable hostile) {
      throw Trap.<RuntimeException>sneaky(hostile);
    } finally {
      busy.set(false);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // that is how it is sneaky
  static <E extends Throwable> E sneaky(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /** How often the act was done. */
  int sprung() {
    return sprung.get();
  }

  /** What the hook threw, the same object each time, or {@code null}. */
  @Nullable Throwable thrown() {
    return thrown;
  }

  /** Whether the hook interrupted the thread of the caller during the present call. */
  boolean hasInterruptedCaller() {
    return interrupted;
  }

  /** How often the call had been made when the hook cancelled it; negative when it did not. */
  int callsAtCancel() {
    return callsAtCancel;
  }

  // ---- a budget behind the hook

  void callStarted() {
    onTheirWay.incrementAndGet();
  }

  void callEnded() {
    onTheirWay.decrementAndGet();
  }

  /** The calls that a budget was told the start of and not the end. */
  int onTheirWay() {
    return onTheirWay.get();
  }

  // ---- the deeds

  Throwable toThrow(Supplier<Throwable> make) {
    Throwable known = thrown;
    if (known == null) {
      known = make.get();
      thrown = known;
    }
    return known;
  }

  Policy<Object> policy() {
    return Objects.requireNonNull(policy);
  }

  @Nullable CircuitBreaker breaker() {
    return breaker;
  }

  @SuppressWarnings("EmptyCatch") // refused or made, both are ends
  void call() {
    try {
      policy().execute(context -> "inner", Context.root());
    } catch (Exception refused) {
      // The policy may refuse it, for example when the only probe is on its way.
    }
  }

  void callAsync() {
    CompletableFuture<Object> future =
        policy()
            .executeAsync(context -> CompletableFuture.completedFuture("inner"), Context.root());
    assertNotNull(future, "future of a call from within");
    inner.add(future);
  }

  /** The futures of calls from within. */
  Iterable<CompletableFuture<?>> innerCalls() {
    return inner;
  }

  void interrupt() {
    Thread.currentThread().interrupt();
    interrupted |= Thread.currentThread() == caller;
  }

  void cancelFuture() {
    CompletableFuture<?> present = future;
    if (present != null && present.cancel(true)) {
      noteCancel();
    }
  }

  void cancelContext() {
    Cancellation present = cancellation;
    if (present != null && !present.isCancelled()) {
      noteCancel();
      present.cancel();
    }
  }

  private void noteCancel() {
    Supplier<Integer> made = calls;
    callsAtCancel = made == null ? 0 : made.get();
  }

  /** Has another thread use the policy, and waits for it; once it was in vain, no more. */
  void readElsewhere() throws Exception {
    if (stuck) {
      return;
    }
    FutureTask<@Nullable Void> reading = new FutureTask<>(this::readAndTry, null);
    Thread other = new Thread(reading, "firmitas-tck-other");
    other.setDaemon(true);
    other.start();
    try {
      reading.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException tooLong) {
      stuck = true;
    }
  }

  /** Whether another thread could not use the policy while a hook ran. */
  boolean isStuck() {
    return stuck;
  }

  private void readAndTry() {
    policy().describe();
    CircuitBreaker present = breaker;
    if (present != null) {
      present.snapshot();
      present.tryAcquire().ifPresent(Permit::close);
    }
  }
}

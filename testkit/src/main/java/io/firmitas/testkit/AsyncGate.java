package io.firmitas.testkit;

import io.firmitas.AsyncCall;
import io.firmitas.Context;
import io.firmitas.internal.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous call whose answers the test gives. Invocations are numbered from 1.
 *
 * <p>Thread-safe. Answers are given on the calling thread, outside the lock.
 *
 * @param <T> what the call answers
 */
public final class AsyncGate<T extends @Nullable Object> {
  private final boolean heedsCancellation;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<CompletableFuture<T>> answers = new ArrayList<>();
  private final List<Context> contexts = new ArrayList<>();

  /** Makes a gate whose stages can be cancelled. */
  public AsyncGate() {
    this(true);
  }

  private AsyncGate(boolean heedsCancellation) {
    this.heedsCancellation = heedsCancellation;
  }

  /**
   * Makes a gate whose stages ignore cancellation, as those of many clients do; they can still be
   * answered late.
   *
   * @param <T> what the call answers
   * @return a new gate
   */
  public static <T extends @Nullable Object> AsyncGate<T> ignoringCancellation() {
    return new AsyncGate<>(false);
  }

  /**
   * The call. Each invocation gives a new stage that is not yet complete.
   *
   * @return the call
   */
  public AsyncCall<T> call() {
    return this::arrive;
  }

  private CompletionStage<T> arrive(Context context) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    lock.lock();
    try {
      answers.add(answer);
      contexts.add(context);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    return heedsCancellation ? answer : answer.minimalCompletionStage();
  }

  /**
   * Answers every invocation that waits for an answer.
   *
   * @param value the answer
   * @throws IllegalStateException when none waits
   */
  public void complete(T value) {
    waiting().forEach(answer -> answer.complete(value));
  }

  /**
   * Answers one invocation.
   *
   * @param invocation its number, from 1
   * @param value the answer
   * @return false when it had been answered or cancelled before
   */
  public boolean complete(int invocation, T value) {
    return answer(invocation).complete(value);
  }

  /**
   * Fails every invocation that waits for an answer.
   *
   * @param failure the failure
   * @throws IllegalStateException when none waits
   */
  public void fail(Throwable failure) {
    Arguments.notNull("failure", failure);
    waiting().forEach(answer -> answer.completeExceptionally(failure));
  }

  /**
   * Fails one invocation.
   *
   * @param invocation its number, from 1
   * @param failure the failure
   * @return false when it had been answered or cancelled before
   */
  public boolean fail(int invocation, Throwable failure) {
    return answer(invocation).completeExceptionally(Arguments.notNull("failure", failure));
  }

  /**
   * Whether the stage of an invocation was cancelled.
   *
   * @param invocation its number, from 1
   * @return true when it was; never when the gate ignores cancellation
   */
  public boolean isCancelled(int invocation) {
    return answer(invocation).isCancelled();
  }

  /**
   * The context that an invocation got.
   *
   * @param invocation its number, from 1
   * @return the context
   */
  public Context context(int invocation) {
    return invoked(contexts, invocation);
  }

  /**
   * How often the call was invoked.
   *
   * @return the number of invocations
   */
  public int invocations() {
    lock.lock();
    try {
      return answers.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * How many invocations wait for an answer.
   *
   * @return the number of stages that are neither answered nor cancelled
   */
  public int pending() {
    lock.lock();
    try {
      return (int) answers.stream().filter(answer -> !answer.isDone()).count();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits at most ten seconds of real time until the call was invoked, by other threads.
   *
   * @param count how often, at least
   * @throws AssertionError when it was invoked less often after that time
   */
  public void awaitInvocations(int count) {
    lock.lock();
    try {
      if (!Patience.await(changed, () -> answers.size() >= count)) {
        throw Patience.exhausted(
            "expected " + count + " invocations but there were " + answers.size());
      }
    } catch (InterruptedException interrupted) {
      throw Patience.interrupted("for invocations");
    } finally {
      lock.unlock();
    }
  }

  private List<CompletableFuture<T>> waiting() {
    lock.lock();
    try {
      List<CompletableFuture<T>> waiting =
          answers.stream().filter(answer -> !answer.isDone()).toList();
      if (waiting.isEmpty()) {
        throw new IllegalStateException(
            "no invocation waits for an answer; the call was invoked " + answers.size() + " times");
      }
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  private CompletableFuture<T> answer(int invocation) {
    return invoked(answers, invocation);
  }

  private <V> V invoked(List<V> list, int invocation) {
    lock.lock();
    try {
      if (invocation < 1 || invocation > list.size()) {
        throw new IllegalArgumentException(
            "invocation must be from 1 to " + list.size() + " but is " + invocation);
      }
      return list.get(invocation - 1);
    } finally {
      lock.unlock();
    }
  }
}

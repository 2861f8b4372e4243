package io.firmitas.impl.retry;

import io.firmitas.CallFailedException;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.impl.retry.RetryCore.Progress;
import io.firmitas.internal.Arguments;
import io.firmitas.retry.Attempt;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The attempts of one call, as an iterator; it waits in {@link #hasNext()}. */
final class AttemptLoop implements Iterator<Attempt> {
  private final RetryCore core;
  private final Context context = Context.root();
  private final Progress progress;
  private State state = State.READY;
  private @Nullable Throwable failure;

  AttemptLoop(RetryCore core) {
    this.core = core;
    this.progress = core.progress(core.start(), core.skips(context));
  }

  private enum State {
    READY,
    RUNNING,
    FAILED,
    ENDED
  }

  @Override
  public boolean hasNext() {
    if (state == State.RUNNING) {
      throw new IllegalStateException(
          "Attempt "
              + progress.attempt
              + " is not marked; end it with run, success or failure, or leave the loop");
    }
    if (state == State.FAILED) {
      waitForNext();
    }
    return state == State.READY;
  }

  private void waitForNext() {
    state = State.ENDED;
    long delay = core.next(progress, failure, null, context);
    if (delay == RetryCore.STOP) {
      throw (RuntimeException) core.wrappedVerdict(progress, failure, null);
    }
    try {
      core.pause(progress, delay, failure, null, context);
    } catch (InterruptedException interrupted) {
      throw new CallFailedException(interrupted);
    }
    state = State.READY;
  }

  @Override
  public Attempt next() {
    if (!hasNext()) {
      throw new NoSuchElementException("The loop has ended");
    }
    state = State.RUNNING;
    core.attemptStarts(progress.attempt, progress.skipped);
    return new Current(progress.attempt);
  }

  private void markSuccess() {
    state = State.ENDED;
    core.succeeded(progress);
  }

  private void markFailure(Throwable thrown) throws Exception {
    if (thrown instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    failure = thrown;
    state = State.FAILED;
    if (!core.mayRetry(progress, thrown)) {
      state = State.ENDED;
      throw FailureMatcher.rethrow(core.verdict(progress, thrown, null));
    }
  }

  private final class Current implements Attempt {
    private final int number;

    Current(int number) {
      this.number = number;
    }

    @Override
    public int number() {
      return number;
    }

    @Override
    public boolean run(Body body) throws Exception {
      Arguments.notNull("body", body);
      checkRunning();
      try {
        body.run();
      } catch (Throwable thrown) {
        markFailure(thrown);
        return false;
      }
      markSuccess();
      return true;
    }

    @Override
    public void success() {
      checkRunning();
      markSuccess();
    }

    @Override
    public void failure(Throwable thrown) throws Exception {
      checkRunning();
      markFailure(Arguments.notNull("failure", thrown));
    }

    private void checkRunning() {
      if (state != State.RUNNING || progress.attempt != number) {
        throw new IllegalStateException(
            "Attempt " + number + " is marked already; an attempt is marked once");
      }
    }
  }
}

package io.firmitas.tck.harness;

import io.firmitas.retry.RetryBudget;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A budget that grants every retry and keeps what it was asked and told. Thread-safe. */
public final class RecordingBudget implements RetryBudget {
  private final List<String> told = new CopyOnWriteArrayList<>();

  /** Makes a budget that was told nothing. */
  public RecordingBudget() {}

  @Override
  public void callStarted() {
    told.add("started");
  }

  @Override
  public boolean tryRetry(boolean first) {
    return told.add("asked");
  }

  @Override
  public void callEnded(boolean succeeded, boolean retried) {
    told.add(succeeded ? "succeeded" : "failed");
  }

  /**
   * What it was asked and told, in the order in which that came.
   *
   * @return of {@code started}, {@code asked}, {@code succeeded} and {@code failed}
   */
  public List<String> told() {
    return List.copyOf(told);
  }
}

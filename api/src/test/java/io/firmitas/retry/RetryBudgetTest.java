package io.firmitas.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RetryBudgetTest {
  private static int granted(RetryBudget budget) {
    int granted = 0;
    while (granted < 1_000 && budget.tryRetry(true)) {
      granted++;
    }
    return granted;
  }

  @Test
  @DisplayName(
      "P25(a): tokens: full at first, one for each retry, refilled by successes up to the capacity")
  void tokens() {
    RetryBudget budget = RetryBudget.ofTokens(3, 0.1);
    assertThat(granted(budget)).isEqualTo(3);
    for (int success = 0; success < 9; success++) {
      budget.callEnded(true, false);
    }
    assertThat(budget.tryRetry(true)).isFalse();
    budget.callEnded(true, true);
    assertThat(budget.tryRetry(false)).isTrue();
    budget.callEnded(false, true);
    assertThat(budget.tryRetry(true)).isFalse();
    for (int success = 0; success < 1_000; success++) {
      budget.callEnded(true, false);
    }
    assertThat(granted(budget)).isEqualTo(3);
  }

  @Property
  @Label(
      "S7, P25: a share grants exactly that share of the calls on their way, at least the minimum")
  void share(
      @ForAll @IntRange(min = 1, max = 100) int percent,
      @ForAll @IntRange(min = 0, max = 300) int calls,
      @ForAll @IntRange(min = 0, max = 20) int minimum) {
    RetryBudget budget = RetryBudget.ofShare(percent / 100.0, minimum);
    for (int call = 0; call < calls; call++) {
      budget.callStarted();
    }
    int expected = Math.max(minimum, percent * calls / 100);
    assertThat(granted(budget)).isEqualTo(expected);
    // A call that has been granted a retry keeps its place for further ones.
    assertThat(budget.tryRetry(false)).isTrue();
    if (expected > 0 && calls > 0) {
      budget.callEnded(false, true);
      int now = Math.max(minimum, percent * (calls - 1) / 100);
      assertThat(granted(budget)).isEqualTo(now - (expected - 1));
    }
  }

  @Test
  @DisplayName("P25(b): many threads failing at once are granted no more than the share")
  void concurrent() throws Exception {
    RetryBudget budget = RetryBudget.ofShare(0.2, 0);
    for (int call = 0; call < 1_000; call++) {
      budget.callStarted();
    }
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      AtomicInteger granted = new AtomicInteger();
      List<Future<?>> tasks = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        tasks.add(
            threads.submit(
                () -> {
                  for (int call = 0; call < 125; call++) {
                    granted.addAndGet(budget.tryRetry(true) ? 1 : 0);
                  }
                }));
      }
      for (Future<?> task : tasks) {
        task.get(30, TimeUnit.SECONDS);
      }
      assertThat(granted).hasValue(200);
    } finally {
      threads.shutdownNow();
    }
  }
}

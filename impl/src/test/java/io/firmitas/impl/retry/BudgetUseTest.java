package io.firmitas.impl.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.retry.RetryBudget;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BudgetUseTest {
  private final List<String> told = new ArrayList<>();
  private Runnable whileAsked = () -> {};

  private final BudgetUse use =
      new BudgetUse(
          new RetryBudget() {
            @Override
            public void callStarted() {
              told.add("started");
            }

            @Override
            public boolean tryRetry(boolean first) {
              told.add(first ? "first retry" : "retry");
              whileAsked.run();
              return true;
            }

            @Override
            public void callEnded(boolean succeeded, boolean retried) {
              told.add((succeeded ? "succeeded" : "failed") + (retried ? ", retried" : ""));
            }
          });

  @Test
  @DisplayName("a call that was retried ends as one")
  void retried() {
    use.tryRetry();
    use.tryRetry();
    use.end(true);

    assertThat(told).containsExactly("first retry", "retry", "succeeded, retried");
  }

  @Test
  @DisplayName("what is granted to a call that was given up meanwhile is given back")
  void givenUpMeanwhile() {
    whileAsked = () -> use.end(false);

    use.tryRetry();

    assertThat(told).containsExactly("first retry", "failed", "started", "failed, retried");
  }
}

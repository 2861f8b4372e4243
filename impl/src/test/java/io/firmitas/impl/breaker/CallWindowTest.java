package io.firmitas.impl.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CallWindowTest {
  private static void assertTotals(long totals, int calls, long failures, long slow) {
    assertThat(OutcomeWindow.calls(totals)).as("calls").isEqualTo(calls);
    assertThat(OutcomeWindow.failures(totals)).as("failures").isEqualTo((int) failures);
    assertThat(OutcomeWindow.slowCalls(totals)).as("slow calls").isEqualTo((int) slow);
  }

  @Property(tries = 500)
  @Label("R27: the totals equal a naive list of the last calls after every outcome")
  void equalsModel(
      @ForAll @IntRange(min = 1, max = 200) int size,
      @ForAll @Size(max = 700) List<@IntRange(min = 0, max = 3) Integer> outcomes) {
    CallWindow window = new CallWindow(size);
    Deque<Integer> model = new ArrayDeque<>();
    for (int outcome : outcomes) {
      window.record((outcome & 1) != 0, (outcome & 2) != 0, 0);
      model.addLast(outcome);
      if (model.size() > size) {
        model.removeFirst();
      }
      assertTotals(
          window.totals(),
          model.size(),
          model.stream().filter(kept -> (kept & 1) != 0).count(),
          model.stream().filter(kept -> (kept & 2) != 0).count());
      assertThat(window.totalsAt(Long.MAX_VALUE)).isEqualTo(window.totals());
    }
  }

  @Test
  @DisplayName("windows at the borders of words and of one call keep exactly their size")
  void borders() {
    for (int size : new int[] {1, 63, 64, 65, 127, 128, 129}) {
      CallWindow window = new CallWindow(size);
      for (int call = 0; call < size; call++) {
        window.record(true, true, 0);
      }
      assertTotals(window.totals(), size, size, size);
      window.record(false, false, 0);
      assertTotals(window.totals(), size, size - 1, size - 1);
      for (int call = 1; call < size; call++) {
        window.record(false, true, 0);
      }
      assertTotals(window.totals(), size, 0, size - 1);
    }
  }

  @Test
  @DisplayName("the greatest window counts a million failures that are slow")
  void greatest() {
    CallWindow window = new CallWindow(1_000_000);
    for (int call = 0; call < 1_000_100; call++) {
      window.record(true, true, 0);
    }
    assertTotals(window.totals(), 1_000_000, 1_000_000, 1_000_000);
  }
}

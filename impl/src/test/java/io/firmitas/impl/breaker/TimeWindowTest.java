package io.firmitas.impl.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TimeWindowTest {
  private static final long MILLIS = 1_000_000L;

  /** One step: time passes, then perhaps an outcome is recorded. */
  record Step(long pause, int outcome) {
    boolean records() {
      return outcome < 4;
    }

    boolean failed() {
      return (outcome & 1) != 0;
    }

    boolean slow() {
      return (outcome & 2) != 0;
    }
  }

  /** The outcomes with their times, and the rule of the window: ten slices, all or nothing. */
  private static final class Model {
    private final long start;
    private final long slice;
    private final List<Step> outcomes = new ArrayList<>();
    private final List<Long> slices = new ArrayList<>();

    Model(long start, long duration) {
      this.start = start;
      this.slice = duration / 10;
    }

    long sliceOf(long now) {
      return (now - start) / slice;
    }

    void record(Step step, long now) {
      outcomes.add(step);
      slices.add(sliceOf(now));
    }

    long totalsAt(long now) {
      long totals = 0;
      for (int index = 0; index < outcomes.size(); index++) {
        if (sliceOf(now) - slices.get(index) < 10) {
          Step step = outcomes.get(index);
          totals += OutcomeWindow.one(step.failed(), step.slow());
        }
      }
      return totals;
    }
  }

  @Provide
  static Arbitrary<List<Step>> steps() {
    // In units of a slice: idle gaps, repeated readings, exact boundaries and everything between.
    Arbitrary<Long> pauses =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(4, Arbitraries.just(0L)),
            net.jqwik.api.Tuple.of(4, Arbitraries.of(999L, 1_000L, 1_001L)),
            net.jqwik.api.Tuple.of(4, Arbitraries.longs().between(1, 3_000)),
            net.jqwik.api.Tuple.of(
                2, Arbitraries.of(8_999L, 9_000L, 9_999L, 10_000L, 10_001L, 11_000L)),
            net.jqwik.api.Tuple.of(1, Arbitraries.longs().between(10_000, 1_000_000)));
    return Combinators.combine(pauses, Arbitraries.integers().between(0, 5))
        .as(Step::new)
        .list()
        .ofMaxSize(300);
  }

  @Property(tries = 1_000)
  @Label("F11, R27: the totals equal a naive model after every outcome, pause and question")
  void equalsModel(@ForAll long start, @ForAll @From("steps") List<Step> steps) {
    long duration = 10_000;
    TimeWindow window = new TimeWindow(duration, start);
    Model model = new Model(start, duration);
    long now = start;
    for (Step step : steps) {
      now += step.pause();
      if (step.records()) {
        window.record(step.failed(), step.slow(), now);
        model.record(step, now);
        assertThat(window.totals()).isEqualTo(model.totalsAt(now));
      }
      assertThat(window.totalsAt(now)).isEqualTo(model.totalsAt(now));
    }
    assertThat(window.totalsAt(now + duration)).isZero();
  }

  @Property
  @Label("an outcome counts for at least nine tenths of the duration and never for longer than it")
  void lifeOfAnOutcome(
      @ForAll @LongRange(min = 1_000, max = Long.MAX_VALUE / 8) long duration,
      @ForAll @LongRange(min = 0, max = 1_000_000) long age) {
    long start = Long.MAX_VALUE - 17;
    TimeWindow window = new TimeWindow(duration, start);
    long at = start + age;
    window.record(true, false, at);
    // The tenth of a duration that is no multiple of ten is rounded down.
    assertThat(OutcomeWindow.failures(window.totalsAt(at + duration / 10 * 9))).isEqualTo(1);
    assertThat(window.totalsAt(at + duration)).isZero();
  }

  @Test
  @DisplayName("F11: 3 within 200 ms; idle for 450 ms, then 0, 30 and 380 ms leave one failure")
  void idleTime() {
    TimeWindow window = new TimeWindow(200 * MILLIS, 0);
    long begin = 450 * MILLIS;
    window.record(true, false, begin);
    window.record(true, false, begin + 30 * MILLIS);
    assertThat(OutcomeWindow.failures(window.totals())).isEqualTo(2);
    window.record(true, false, begin + 380 * MILLIS);
    assertThat(OutcomeWindow.failures(window.totals())).isEqualTo(1);
  }

  @Test
  @DisplayName("R13, F11: the totals follow the clock without any call")
  void followsTheClock() {
    TimeWindow window = new TimeWindow(10_000 * MILLIS, 0);
    for (int call = 0; call < 5; call++) {
      window.record(true, false, 0);
    }
    assertThat(OutcomeWindow.calls(window.totalsAt(9_999 * MILLIS))).isEqualTo(5);
    assertThat(OutcomeWindow.calls(window.totalsAt(10_000 * MILLIS))).isZero();
    assertThat(OutcomeWindow.calls(window.totalsAt(60_000 * MILLIS))).isZero();
  }

  @Test
  @DisplayName(
      "asking changes nothing: an old reading may still be recorded after a later question")
  void askingChangesNothing() {
    TimeWindow window = new TimeWindow(1_000, 0);
    window.record(true, false, 950);
    assertThat(window.totalsAt(5_000)).isZero();
    assertThat(OutcomeWindow.failures(window.totalsAt(951))).isEqualTo(1);
    window.record(true, false, 951);
    assertThat(OutcomeWindow.failures(window.totals())).isEqualTo(2);
  }

  @Test
  @DisplayName("a reading taken before another was recorded belongs to the present slice")
  void lateReading() {
    TimeWindow window = new TimeWindow(1_000, 0);
    window.record(true, false, 900);
    window.record(true, true, 100);
    window.record(true, false, -50);
    assertThat(OutcomeWindow.failures(window.totals())).isEqualTo(3);
    assertThat(OutcomeWindow.failures(window.totalsAt(1_899))).isEqualTo(3);
    assertThat(window.totalsAt(1_900)).isZero();
  }

  @Property
  @Label("no counter is ever negative, also with readings out of order")
  void neverNegative(
      @ForAll @Size(max = 200) List<@LongRange(min = -2_000, max = 20_000) Long> readings) {
    TimeWindow window = new TimeWindow(1_000, 0);
    for (long now : readings) {
      window.record(now % 2 == 0, now % 3 == 0, now);
      for (long totals : new long[] {window.totals(), window.totalsAt(now + 300)}) {
        assertThat(OutcomeWindow.calls(totals)).isBetween(0, readings.size());
        assertThat(OutcomeWindow.failures(totals)).isBetween(0, OutcomeWindow.calls(totals));
        assertThat(OutcomeWindow.slowCalls(totals)).isBetween(0, OutcomeWindow.calls(totals));
      }
    }
  }

  @Test
  @DisplayName("the longest window there is does not overflow")
  void longest() {
    TimeWindow window = new TimeWindow(Long.MAX_VALUE, Long.MIN_VALUE);
    window.record(true, false, Long.MIN_VALUE + 5);
    assertThat(OutcomeWindow.failures(window.totalsAt(Long.MIN_VALUE + Long.MAX_VALUE / 3)))
        .isEqualTo(1);
  }

  @Test
  @DisplayName("a window that is full stops counting instead of overflowing into another counter")
  void full() {
    TimeWindow window = new TimeWindow(1_000, 0);
    for (int call = 0; call < 2_200_000; call++) {
      window.record(true, true, 0);
    }
    int most = (1 << 21) - 1;
    assertThat(OutcomeWindow.calls(window.totals())).isEqualTo(most);
    assertThat(OutcomeWindow.failures(window.totals())).isEqualTo(most);
    assertThat(OutcomeWindow.slowCalls(window.totals())).isEqualTo(most);
    assertThat(window.totalsAt(1_000)).isZero();
  }
}

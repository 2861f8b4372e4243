package io.firmitas.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.event.AttemptStarted;
import io.firmitas.event.RetryEvent;
import io.firmitas.event.RetrySucceeded;
import io.firmitas.event.TimeoutKept;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An event recorder")
class EventRecorderTest {
  private final EventRecorder recorder = new EventRecorder();
  private final AttemptStarted first = new AttemptStarted("catalog", 1, 3);
  private final AttemptStarted second = new AttemptStarted("catalog", 2, 3);
  private final RetrySucceeded success = new RetrySucceeded("catalog", 2);
  private final TimeoutKept kept = new TimeoutKept("fast", Duration.ofSeconds(1), Duration.ZERO);

  private void record() {
    recorder.onEvent(first);
    recorder.onEvent(kept);
    recorder.onEvent(second);
    recorder.onEvent(success);
  }

  @Test
  @DisplayName("keeps events in order")
  void keepsOrder() {
    record();
    assertThat(recorder.all()).containsExactly(first, kept, second, success);
    assertThat(recorder.kinds())
        .containsExactly("AttemptStarted", "TimeoutKept", "AttemptStarted", "RetrySucceeded");
  }

  @Test
  @DisplayName("selects events by type, subtypes included")
  void selects() {
    record();
    assertThat(recorder.of(AttemptStarted.class)).containsExactly(first, second);
    assertThat(recorder.of(RetryEvent.class)).containsExactly(first, second, success);
    assertThat(recorder.last(AttemptStarted.class)).isSameAs(second);
    assertThat(recorder.last(RetryEvent.class)).isSameAs(success);
  }

  @Test
  @DisplayName("says what was received when the wanted event was not")
  void missing() {
    recorder.onEvent(first);
    assertThatThrownBy(() -> recorder.last(TimeoutKept.class))
        .isInstanceOf(AssertionError.class)
        .hasMessage("expected a TimeoutKept among the events [AttemptStarted]");
  }

  @Test
  @DisplayName("forgets on request, and copies given out stay as they are")
  void clears() {
    record();
    var before = recorder.all();
    recorder.clear();
    assertThat(recorder.all()).isEmpty();
    assertThat(before).hasSize(4);
  }
}

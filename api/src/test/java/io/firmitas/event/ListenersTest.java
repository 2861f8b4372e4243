package io.firmitas.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.firmitas.LogRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ListenersTest {
  private static final AttemptStarted ATTEMPT = new AttemptStarted("catalog", 1, 3);
  private static final RetrySucceeded SUCCESS = new RetrySucceeded("catalog", 1);

  private final List<Object> heard = new ArrayList<>();

  private static <E extends Throwable> void throwing(Throwable failure) throws E {
    @SuppressWarnings("unchecked")
    E any = (E) failure;
    throw any;
  }

  @Test
  @DisplayName("events reach those who want their type or a supertype, in order of subscription")
  void types() {
    Listeners listeners =
        Listeners.none()
            .with(PolicyEvent.class, event -> heard.add("all " + event.policy()))
            .with(RetryEvent.class, event -> heard.add("retry"))
            .with(AttemptStarted.class, event -> heard.add("attempt " + event.attempt()))
            .with(TimeoutEvent.class, event -> heard.add("timeout"));
    listeners.publish(ATTEMPT);
    listeners.publish(SUCCESS);
    assertThat(heard).containsExactly("all catalog", "retry", "attempt 1", "all catalog", "retry");
  }

  @Test
  @DisplayName("wants() is true for what somebody receives, so that no event is made in vain")
  void wants() {
    Listeners attempts = Listeners.none().with(AttemptStarted.class, heard::add);
    assertThat(attempts.wants(AttemptStarted.class)).isTrue();
    assertThat(attempts.wants(RetrySucceeded.class)).isFalse();
    assertThat(attempts.isEmpty()).isFalse();
    Listeners all = Listeners.none().with(PolicyEvent.class, heard::add);
    assertThat(all.wants(CallbackFailed.class)).isTrue();
    assertThat(Listeners.none().wants(AttemptStarted.class)).isFalse();
    assertThat(Listeners.none().isEmpty()).isTrue();
  }

  @Test
  @DisplayName("adding makes a new list")
  void immutable() {
    Listeners one = Listeners.none().with(PolicyEvent.class, event -> heard.add("one"));
    one.with(PolicyEvent.class, event -> heard.add("two"));
    one.publish(ATTEMPT);
    assertThat(heard).containsExactly("one");
  }

  @Test
  @DisplayName(
      "F19: what a listener throws, errors too, reaches neither caller nor other listeners")
  void throwingListeners() {
    for (Throwable failure :
        List.of(
            new IllegalStateException("listener"),
            new AssertionError("listener"),
            new StackOverflowError(),
            new InterruptedException("sneaky"))) {
      heard.clear();
      Listeners listeners =
          Listeners.none()
              .with(
                  AttemptStarted.class, event -> ListenersTest.<RuntimeException>throwing(failure))
              .with(PolicyEvent.class, heard::add);
      assertThatCode(() -> listeners.publish(ATTEMPT)).doesNotThrowAnyException();
      assertThat(heard)
          .containsExactly(new CallbackFailed("catalog", "listener", failure), ATTEMPT);
    }
  }

  @Test
  @DisplayName("a listener is not told about its own failure")
  void notToldAboutItself() {
    Listeners listeners =
        Listeners.none()
            .with(
                PolicyEvent.class,
                event -> {
                  heard.add(event);
                  throw new IllegalStateException("always");
                });
    try (LogRecorder log = LogRecorder.start()) {
      listeners.publish(ATTEMPT);
      assertThat(heard).containsExactly(ATTEMPT);
      assertThat(log.lines()).containsExactly("WARNING catalog: listener threw; ignored");
    }
  }

  @Test
  @DisplayName("two listeners that always throw do not call each other for ever")
  void throwingAtEachOther() {
    IllegalStateException failure = new IllegalStateException("always");
    Listeners listeners = Listeners.none();
    for (String name : List.of("a", "b")) {
      listeners =
          listeners.with(
              PolicyEvent.class,
              event -> {
                heard.add(name);
                throw failure;
              });
    }
    try (LogRecorder log = LogRecorder.start()) {
      listeners.publish(ATTEMPT);
      assertThat(heard).containsExactly("a", "b", "b", "a");
      assertThat(log.lines()).hasSize(4).containsOnly("WARNING catalog: listener threw; ignored");
    }
  }

  @Test
  @DisplayName(
      "a report goes to those who receive CallbackFailed, else to the log with the failure")
  void report() {
    IllegalStateException failure = new IllegalStateException("predicate");
    try (LogRecorder log = LogRecorder.start()) {
      Listeners.none().with(CallbackFailed.class, heard::add).report("catalog", "retryIf", failure);
      assertThat(heard).containsExactly(new CallbackFailed("catalog", "retryIf", failure));
      assertThat(log.records()).isEmpty();
      Listeners.none().with(AttemptStarted.class, heard::add).report("catalog", "retryIf", failure);
      assertThat(log.lines()).containsExactly("WARNING catalog: retryIf threw; ignored");
      assertThat(log.records().get(0).getThrown()).isSameAs(failure);
      assertThat(log.records().get(0).getLevel()).isEqualTo(Level.WARNING);
    }
  }

  @Test
  @DisplayName("F19: a log that throws changes nothing either")
  void throwingLog() {
    try (LogRecorder log = LogRecorder.start()) {
      log.throwFromNowOn(new AssertionError("log"));
      Listeners throwing =
          Listeners.none()
              .with(
                  PolicyEvent.class,
                  event -> {
                    throw new IllegalStateException();
                  });
      assertThatCode(() -> throwing.publish(ATTEMPT)).doesNotThrowAnyException();
    }
  }
}

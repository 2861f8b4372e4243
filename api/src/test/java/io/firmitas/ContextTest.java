package io.firmitas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ContextTest {
  private static final ContextKey<String> NAME = ContextKey.named("name");
  private static final ContextKey<Integer> SIZE = ContextKey.named("size");
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final FakeRuntime runtime = new FakeRuntime().at(1_000);

  @Test
  @DisplayName("the root is a first attempt with no deadline, no cancellation and no values")
  void root() {
    Context root = Context.root();
    assertThat(root).isSameAs(Context.root());
    assertThat(root.attempt()).isEqualTo(1);
    assertThat(root.hasDeadline()).isFalse();
    assertThat(root.remaining()).isEmpty();
    assertThat(root.remainingNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(root.cancellation()).isEmpty();
    assertThat(root.isCancelled()).isFalse();
    assertThat(root.get(NAME)).isEmpty();
    assertThat(root).hasToString("Context[attempt=1]");
  }

  @Test
  @DisplayName("deriving changes nothing in the context it derives from")
  void immutable() {
    Context root = Context.root();
    Context first = root.with(NAME, "a");
    Context second =
        first
            .with(NAME, "b")
            .with(SIZE, 3)
            .withAttempt(4)
            .withTimeLimit(runtime, SECOND)
            .withCancellation(new Cancellation());

    assertThat(root).hasToString("Context[attempt=1]");
    assertThat(first.get(NAME)).contains("a");
    assertThat(first.get(SIZE)).isEmpty();
    assertThat(first.attempt()).isEqualTo(1);
    assertThat(first.hasDeadline()).isFalse();
    assertThat(first.cancellation()).isEmpty();
    assertThat(second.get(NAME)).contains("b");
    assertThat(second.get(SIZE)).contains(3);
    assertThat(second.attempt()).isEqualTo(4);
    assertThat(second.remaining()).contains(SECOND);
    assertThat(second.cancellation()).isPresent();
  }

  @Test
  @DisplayName("every derived context keeps what it does not change")
  void keepsTheRest() {
    Cancellation cancellation = new Cancellation();
    Context full =
        Context.root()
            .with(NAME, "a")
            .withAttempt(2)
            .withTimeLimit(runtime, SECOND)
            .withCancellation(cancellation);
    for (Context derived :
        new Context[] {
          full.withAttempt(3),
          full.with(SIZE, 1),
          full.withTimeLimit(runtime, SECOND.dividedBy(2)),
          full.withCancellation(cancellation)
        }) {
      assertThat(derived).isNotSameAs(full);
      assertThat(derived.get(NAME)).contains("a");
      assertThat(derived.attempt()).isBetween(2, 3);
      assertThat(derived.hasDeadline()).isTrue();
      assertThat(derived.cancellation()).contains(cancellation);
    }
  }

  @Test
  @DisplayName("the same attempt number and a later deadline give the same context, no new object")
  void noNeedlessObject() {
    Context context = Context.root().withTimeLimit(runtime, SECOND);
    assertThat(context.withAttempt(1)).isSameAs(context);
    assertThat(context.withTimeLimit(runtime, SECOND)).isSameAs(context);
    assertThat(context.withTimeLimit(runtime, SECOND.multipliedBy(2))).isSameAs(context);
    assertThat(context.withTimeLimit(new FakeRuntime().at(-77), SECOND)).isSameAs(context);
  }

  @Test
  @DisplayName("two keys with one name are two keys")
  void keysByIdentity() {
    assertThat(Context.root().with(NAME, "a").get(ContextKey.named("name"))).isEmpty();
  }

  @Test
  @DisplayName("the earlier of two deadlines counts, whoever came first")
  void earlierDeadlineWins() {
    Context shortFirst =
        Context.root().withTimeLimit(runtime, SECOND).withTimeLimit(runtime, SECOND.plusNanos(1));
    Context longFirst =
        Context.root().withTimeLimit(runtime, SECOND.plusNanos(1)).withTimeLimit(runtime, SECOND);
    assertThat(shortFirst.remaining()).contains(SECOND);
    assertThat(longFirst.remaining()).contains(SECOND);
  }

  @Test
  @DisplayName("deadlines of different clocks are compared by the time that is left")
  void deadlinesOfTwoClocks() {
    FakeRuntime other = new FakeRuntime().at(Long.MIN_VALUE + 5);
    Context context = Context.root().withTimeLimit(runtime, SECOND);
    assertThat(context.withTimeLimit(other, SECOND.minusNanos(1)).remainingNanos())
        .isEqualTo(999_999_999);
    other.at(Long.MIN_VALUE + 100);
    assertThat(context.withTimeLimit(other, SECOND.plusNanos(1)).remainingNanos())
        .isEqualTo(1_000_000_000);
  }

  @Test
  @DisplayName("a deadline that has passed leaves zero, in nanoseconds a negative number")
  void passedDeadline() {
    Context context = Context.root().withTimeLimit(runtime, SECOND);
    runtime.at(1_000 + 1_000_000_003L);
    assertThat(context.remaining()).contains(Duration.ZERO);
    assertThat(context.remainingNanos()).isEqualTo(-3);
  }

  @Property
  @Label("the time left is right wherever the clock stands, also when it wraps around")
  void wrapAround(
      @ForAll long now,
      @ForAll @LongRange(min = 1, max = Long.MAX_VALUE / 2) long limit,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE / 2) long passed) {
    FakeRuntime clock = new FakeRuntime().at(now);
    Context context = Context.root().withTimeLimit(clock, Duration.ofNanos(limit));
    clock.at(now + passed);
    assertThat(context.remainingNanos()).isEqualTo(limit - passed);
    assertThat(context.remaining()).contains(Duration.ofNanos(Math.max(0, limit - passed)));
  }

  @Property
  @Label("of two limits the shorter counts, wherever the clock stands")
  void shorterLimit(
      @ForAll long now,
      @ForAll @LongRange(min = 1, max = Long.MAX_VALUE / 2) long first,
      @ForAll @LongRange(min = 1, max = Long.MAX_VALUE / 2) long second) {
    FakeRuntime clock = new FakeRuntime().at(now);
    Context context =
        Context.root()
            .withTimeLimit(clock, Duration.ofNanos(first))
            .withTimeLimit(clock, Duration.ofNanos(second));
    assertThat(context.remainingNanos()).isEqualTo(Math.min(first, second));
  }

  @Test
  @DisplayName("the longest duration there is works as a limit")
  void longestLimit() {
    runtime.at(Long.MAX_VALUE);
    Context context =
        Context.root().withTimeLimit(runtime, Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));
    assertThat(context.remainingNanos()).isEqualTo(Long.MAX_VALUE / 2);
    assertThat(context.withTimeLimit(runtime, SECOND).remaining()).contains(SECOND);
  }

  @Test
  @DisplayName("a cancellation replaces the one before; the context shows its state")
  void cancellation() {
    Cancellation outer = new Cancellation();
    Cancellation inner = new Cancellation();
    Context context = Context.root().withCancellation(outer).withCancellation(inner);
    outer.cancel();
    assertThat(context.isCancelled()).isFalse();
    inner.cancel();
    assertThat(context.isCancelled()).isTrue();
    assertThat(context).hasToString("Context[attempt=1, cancelled]");
  }

  @Test
  @DisplayName("the text shows the deadline and the names of keys, never values")
  void text() {
    assertThat(Context.root().with(NAME, "secret").withTimeLimit(runtime, SECOND))
        .hasToString("Context[attempt=1, remaining=PT1S, keys=[name]]");
  }

  @Test
  @DisplayName("what a context cannot be is refused by name")
  void refuses() {
    Context root = Context.root();
    assertThatThrownBy(() -> root.withAttempt(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("attempt", "at least 1", "0");
    assertThatThrownBy(() -> root.withTimeLimit(runtime, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("time", "longer than zero", "PT0S");
    assertThatThrownBy(() -> root.withTimeLimit(null, SECOND)).hasMessageContaining("runtime");
    assertThatThrownBy(() -> root.withDeadline(null, 1)).hasMessageContaining("runtime");
    assertThatThrownBy(() -> root.withCancellation(null)).hasMessageContaining("cancellation");
    assertThatThrownBy(() -> root.with(null, "a")).hasMessageContaining("key");
    assertThatThrownBy(() -> root.with(NAME, null)).hasMessageContaining("value");
    assertThatThrownBy(() -> ContextKey.named(" ")).hasMessageContaining("name");
  }
}

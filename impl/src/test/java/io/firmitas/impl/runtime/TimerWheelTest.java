package io.firmitas.impl.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.impl.runtime.TimerWheel.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The wheel against a sorted map. */
class TimerWheelTest {
  private static final long FARTHEST = (1L << 47) - 1;

  private final TimerWheel wheel = new TimerWheel();

  private Node add(long tick) {
    Node node = new Node(tick, () -> {});
    wheel.add(node);
    return node;
  }

  /** Nodes by the tick at which they are due; one added late is due at the tick of that moment. */
  private static final class Model {
    final TreeMap<Long, Set<Node>> byTick = new TreeMap<>();
    final Map<Node, Long> ticks = new HashMap<>();
    long reached;

    void add(Node node) {
      long due = Math.max(node.tick, reached);
      ticks.put(node, due);
      byTick.computeIfAbsent(due, tick -> new HashSet<>()).add(node);
    }

    boolean remove(Node node) {
      Long due = ticks.remove(node);
      if (due == null) {
        return false;
      }
      byTick.get(due).remove(node);
      if (byTick.get(due).isEmpty()) {
        byTick.remove(due);
      }
      return true;
    }

    int size() {
      return ticks.size();
    }
  }

  private static long randomTick(Random random, long now) {
    return switch (random.nextInt(6)) {
      case 0 -> now - random.nextInt(100);
      case 1 -> now + random.nextInt(70);
      case 2 -> now + random.nextInt(5_000);
      case 3 -> ((now >>> 6) + 1 + random.nextInt(3)) << 6;
      case 4 -> now + (1L << random.nextInt(40)) + random.nextInt(3) - 1;
      default -> now + random.nextInt(1_000_000);
    };
  }

  @Property(tries = 300)
  @Label("every node comes at its tick: never early, in order, never twice, never lost")
  void equalsSortedMap(@ForAll long seed, @ForAll @IntRange(min = 1, max = 400) int steps) {
    Random random = new Random(seed);
    TimerWheel wheel = new TimerWheel();
    Model model = new Model();
    List<Node> known = new ArrayList<>();
    long now = random.nextBoolean() ? 0 : random.nextInt(1_000_000);
    wheel.pollDue(now);
    model.reached = now;
    for (int step = 0; step < steps; step++) {
      switch (random.nextInt(4)) {
        case 0, 1 -> {
          Node node = new Node(Math.max(0, randomTick(random, now)), () -> {});
          wheel.add(node);
          model.add(node);
          known.add(node);
        }
        case 2 -> {
          if (!known.isEmpty()) {
            Node node = known.get(random.nextInt(known.size()));
            assertThat(wheel.remove(node)).isEqualTo(model.remove(node));
          }
        }
        default -> {
          now = Math.max(now, randomTick(random, now));
          drain(wheel, model, now, random.nextInt(4) == 0 ? 1 : Integer.MAX_VALUE);
        }
      }
      assertThat(wheel.size()).isEqualTo(model.size());
      if (model.size() == 0) {
        assertThat(wheel.nextTick()).isEqualTo(Long.MAX_VALUE);
      } else {
        // It may say when something is to be moved first, but never later than the first node.
        assertThat(wheel.nextTick()).isLessThanOrEqualTo(Math.max(now, model.byTick.firstKey()));
      }
    }
  }

  private static void drain(TimerWheel wheel, Model model, long now, int atMost) {
    for (int number = 0; number < atMost; number++) {
      Node due = wheel.pollDue(now);
      if (due == null) {
        assertThat(model.byTick.isEmpty() || model.byTick.firstKey() > now).isTrue();
        model.reached = Math.max(model.reached, now);
        return;
      }
      assertThat(due.tick).isLessThanOrEqualTo(now);
      assertThat(model.ticks.get(due)).isEqualTo(model.byTick.firstKey());
      model.reached = model.byTick.firstKey();
      assertThat(model.remove(due)).isTrue();
    }
  }

  @Test
  @DisplayName("far-future ticks up to the end of the range come at their tick and no earlier")
  void farFuture() {
    List<Node> nodes = new ArrayList<>();
    for (long tick : new long[] {1, 63, 64, 65, 4_095, 4_096, 1L << 30, (1L << 46) + 5, FARTHEST}) {
      nodes.add(add(tick));
    }
    for (Node node : nodes) {
      assertThat(wheel.pollDue(node.tick - 1)).isNull();
      assertThat(wheel.pollDue(node.tick)).isSameAs(node);
      assertThat(wheel.pollDue(node.tick)).isNull();
    }
    assertThat(wheel.size()).isZero();
  }

  @Test
  @DisplayName("a node whose tick has passed is due at once")
  void late() {
    wheel.pollDue(1_000_000);
    Node node = add(5);
    assertThat(wheel.nextTick()).isEqualTo(1_000_000);
    assertThat(wheel.pollDue(1_000_000)).isSameAs(node);
  }

  @Test
  @DisplayName("a node is removed once, and not after it was due")
  void removeOnce() {
    Node removed = add(10);
    Node due = add(10);
    assertThat(wheel.remove(removed)).isTrue();
    assertThat(wheel.remove(removed)).isFalse();
    assertThat(wheel.pollDue(10)).isSameAs(due);
    assertThat(wheel.remove(due)).isFalse();
    assertThat(wheel.size()).isZero();
    assertThat(wheel.nextTick()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  @DisplayName("a removed node holds on to nothing")
  void holdsOnToNothing() {
    Node first = add(10);
    Node second = add(10);
    Node third = add(10);
    wheel.remove(second);
    assertThat(second.next).isNull();
    assertThat(second.previous).isNull();
    wheel.remove(first);
    wheel.remove(third);
    assertThat(wheel.pollAny()).isNull();
  }

  @Test
  @DisplayName("pollAny empties the wheel whatever is in it")
  void pollAny() {
    Set<Node> nodes = new HashSet<>();
    for (long tick = 1; tick < FARTHEST; tick = tick * 3 + 1) {
      nodes.add(add(tick));
    }
    for (Node node = wheel.pollAny(); node != null; node = wheel.pollAny()) {
      assertThat(nodes.remove(node)).isTrue();
    }
    assertThat(nodes).isEmpty();
    assertThat(wheel.size()).isZero();
  }

  @Test
  @DisplayName("a long idle time costs a few steps, not one for each tick")
  void longIdleTime() {
    Node node = add(FARTHEST);
    for (int step = 0; step < 100; step++) {
      assertThat(wheel.pollDue(FARTHEST - 1)).isNull();
    }
    assertThat(wheel.pollDue(FARTHEST)).isSameAs(node);
  }

  @Test
  @DisplayName("H11: adding and removing does not get slower with a million nodes pending")
  void constantCost() {
    Random random = new Random(3);
    for (int number = 0; number < 1_000_000; number++) {
      add(1 + random.nextInt(1 << 30));
    }
    // A thousand times the work of a list search would take minutes; this takes milliseconds.
    for (int number = 0; number < 1_000_000; number++) {
      Node node = add(1 + random.nextInt(1 << 30));
      assertThat(wheel.remove(node)).isTrue();
    }
    assertThat(wheel.size()).isEqualTo(1_000_000);
  }
}

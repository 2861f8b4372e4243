package io.firmitas.event;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of one policy: an immutable list of subscriptions, each for one type of event.
 *
 * <p>Providers ask {@link #wants} before they make an event, and {@link #publish} it outside every
 * lock. Thread-safe.
 */
public final class Listeners {
  private static final Listeners NONE = new Listeners(List.of());
  private static final System.Logger LOGGER = System.getLogger("io.firmitas");

  private final List<Subscription<?>> subscriptions;

  private Listeners(List<Subscription<?>> subscriptions) {
    this.subscriptions = subscriptions;
  }

  /**
   * No listeners.
   *
   * @return the empty list
   */
  public static Listeners none() {
    return NONE;
  }

  /**
   * These listeners and one more.
   *
   * @param type the type of events to receive, subtypes included
   * @param consumer receives them
   * @param <E> the type of events
   * @return a new list
   */
  public <E extends PolicyEvent> Listeners with(Class<E> type, Consumer<? super E> consumer) {
    List<Subscription<?>> longer = new ArrayList<>(subscriptions);
    longer.add(new Subscription<>(type, consumer));
    return new Listeners(List.copyOf(longer));
  }

  /**
   * Whether there are no listeners at all.
   *
   * @return true when nobody listens
   */
  public boolean isEmpty() {
    return subscriptions.isEmpty();
  }

  /**
   * Whether anybody receives events of a type.
   *
   * @param type the type of an event
   * @return true when an event of that type would be received
   */
  public boolean wants(Class<? extends PolicyEvent> type) {
    for (Subscription<?> subscription : subscriptions) {
      if (subscription.type.isAssignableFrom(type)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Publishes an event to all who want it, in the order of subscription. Never throws: what a
   * listener throws is reported.
   *
   * @param event the event
   */
  public void publish(PolicyEvent event) {
    for (Subscription<?> subscription : subscriptions) {
      try {
        subscription.offer(event);
      } catch (Throwable failure) {
        report(event.policy(), "listener", failure, subscription);
      }
    }
  }

  /**
   * Reports that code given to a policy threw: as {@link CallbackFailed} to the listeners, or as a
   * log warning when nobody receives that. Never throws.
   *
   * @param policy the policy's name
   * @param callback which code threw
   * @param failure what it threw
   */
  public void report(String policy, String callback, Throwable failure) {
    report(policy, callback, failure, null);
  }

  private void report(
      String policy, String callback, Throwable failure, @Nullable Subscription<?> except) {
    CallbackFailed event = new CallbackFailed(policy, callback, failure);
    boolean received = false;
    for (Subscription<?> subscription : subscriptions) {
      if (subscription != except && subscription.type.isInstance(event)) {
        try {
          subscription.offer(event);
          received = true;
        } catch (Throwable again) {
          log(policy, callback, again);
        }
      }
    }
    if (!received) {
      log(policy, callback, failure);
    }
  }

  private static void log(String policy, String callback, Throwable failure) {
    try {
      LOGGER.log(
          System.Logger.Level.WARNING, policy + ": " + callback + " threw; ignored", failure);
    } catch (Throwable loggerFailure) {
      // Nobody is left to tell; the call's outcome must not change.
      return;
    }
  }

  private static final class Subscription<E extends PolicyEvent> {
    private final Class<E> type;
    private final Consumer<? super E> consumer;

    Subscription(Class<E> type, Consumer<? super E> consumer) {
      this.type = type;
      this.consumer = consumer;
    }

    void offer(PolicyEvent event) {
      if (type.isInstance(event)) {
        consumer.accept(type.cast(event));
      }
    }
  }
}

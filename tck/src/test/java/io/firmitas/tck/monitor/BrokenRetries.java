package io.firmitas.tck.monitor;

import io.firmitas.Context;
import io.firmitas.retry.RetryConfig;
import java.time.Duration;
import java.util.List;

/** Retries with one mistake each, most of them seen in the field. */
final class BrokenRetries {
  private BrokenRetries() {}

  static List<Broken> all() {
    return List.of(
        new Broken("one attempt too many", RetryConfig.class, new UnboundedProvider()),
        Broken.attempts(
            "one attempt too few",
            (config, context) ->
                new Attempts(config, context) {
                  @Override
                  boolean mayTryAgain(int made) {
                    return made < config.maxAttempts() - 1;
                  }
                }),
        Broken.attempts(
            "a delay that ends exactly at a limit is waited",
            (config, context) ->
                new Attempts(config, context) {
                  @Override
                  boolean fits(long delay, long remaining) {
                    return delay <= remaining;
                  }
                }),
        Broken.attempts(
            "a delay that does not fit is waited",
            (config, context) ->
                new Attempts(config, context) {
                  @Override
                  boolean fits(long delay, long remaining) {
                    return remaining > 0;
                  }
                }),
        Broken.attempts(
            "rejections are retried by default",
            (config, context) ->
                new Attempts(config, context) {
                  @Override
                  boolean retries(Throwable failure) {
                    return isRejection(failure) || super.retries(failure);
                  }
                }),
        Broken.attempts(
            "errors of the virtual machine are retried when named",
            (config, context) ->
                new Attempts(config, context) {
                  @Override
                  boolean retries(Throwable failure) {
                    return (failure instanceof VirtualMachineError
                            && config.retryOn().matchesType(failure))
                        || super.retries(failure);
                  }
                }),
        Broken.attempts(
            "the context does not tell the attempt",
            (config, context) ->
                new Attempts(config, context) {
                  @Override
                  Context contextOf(int number) {
                    return context;
                  }
                }),
        Broken.attempts(
            "the jitter may exceed the cap",
            (config, context) ->
                new Attempts(config, context) {
                  @Override
                  Duration spreadAndCapped(Duration backoff) {
                    return spread(capped(backoff));
                  }
                }),
        Broken.attempts(
            "the jitter spreads what is above the cap",
            (config, context) ->
                new Attempts(config, context) {
                  @Override
                  Duration spreadAndCapped(Duration backoff) {
                    return capped(spread(backoff));
                  }
                }),
        Broken.attempts(
            "the exception of giving up has no cause",
            (config, context) ->
                new Attempts(config, context) {
                  @Override
                  Throwable causeOfGivingUp(Throwable failure) {
                    return null;
                  }
                }),
        Broken.attempts(
            "the last failure is modified",
            (config, context) ->
                new Attempts(config, context) {
                  @Override
                  Throwable leaving(Throwable failure) {
                    failure.addSuppressed(new IllegalStateException("gave up"));
                    return failure;
                  }
                }),
        Broken.retry(
            "a delay of zero sleeps",
            config ->
                new MonitorRetry(config) {
                  @Override
                  boolean sleepsFor(long delay) {
                    return true;
                  }
                }),
        Broken.retry(
            "a foreign interrupt is lost",
            config ->
                new MonitorRetry(config) {
                  @Override
                  void keepInterrupt() {}
                }),
        Broken.retry(
            "a cancelled call goes on",
            config ->
                new MonitorRetry(config) {
                  @Override
                  void cancel(AsyncAttempts<?> attempts) {}
                }));
  }
}

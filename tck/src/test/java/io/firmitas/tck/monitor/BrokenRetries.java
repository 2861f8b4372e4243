package io.firmitas.tck.monitor;

import io.firmitas.Context;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryConfig;
import java.time.Duration;
import java.util.List;

/** Retries with one mistake each, most of them seen in the field. */
final class BrokenRetries {
  private BrokenRetries() {}

  static List<Broken> all() {
    return List.of(
        new Broken("one attempt too many", new UnboundedProvider()),
        new Broken(
            "one attempt too few",
            new MonitorProvider() {
              @Override
              Retry retry(RetryConfig config) {
                return new MonitorRetry(config) {
                  @Override
                  Attempts attempts(Context context) {
                    return new Attempts(config, context) {
                      @Override
                      boolean mayTryAgain(int made) {
                        return made < config.maxAttempts() - 1;
                      }
                    };
                  }
                };
              }
            }),
        new Broken(
            "a delay that ends exactly at a limit is waited",
            new MonitorProvider() {
              @Override
              Retry retry(RetryConfig config) {
                return new MonitorRetry(config) {
                  @Override
                  Attempts attempts(Context context) {
                    return new Attempts(config, context) {
                      @Override
                      boolean fits(long delay, long remaining) {
                        return delay <= remaining;
                      }
                    };
                  }
                };
              }
            }),
        new Broken(
            "a delay that does not fit is waited",
            new MonitorProvider() {
              @Override
              Retry retry(RetryConfig config) {
                return new MonitorRetry(config) {
                  @Override
                  Attempts attempts(Context context) {
                    return new Attempts(config, context) {
                      @Override
                      boolean fits(long delay, long remaining) {
                        return remaining > 0;
                      }
                    };
                  }
                };
              }
            }),
        new Broken(
            "rejections are retried by default",
            new MonitorProvider() {
              @Override
              Retry retry(RetryConfig config) {
                return new MonitorRetry(config) {
                  @Override
                  Attempts attempts(Context context) {
                    return new Attempts(config, context) {
                      @Override
                      boolean retries(Throwable failure) {
                        return isRejection(failure) || super.retries(failure);
                      }
                    };
                  }
                };
              }
            }),
        new Broken(
            "errors of the virtual machine are retried when named",
            new MonitorProvider() {
              @Override
              Retry retry(RetryConfig config) {
                return new MonitorRetry(config) {
                  @Override
                  Attempts attempts(Context context) {
                    return new Attempts(config, context) {
                      @Override
                      boolean retries(Throwable failure) {
                        return (failure instanceof VirtualMachineError
                                && config.retryOn().matchesType(failure))
                            || super.retries(failure);
                      }
                    };
                  }
                };
              }
            }),
        new Broken(
            "the context does not tell the attempt",
            new MonitorProvider() {
              @Override
              Retry retry(RetryConfig config) {
                return new MonitorRetry(config) {
                  @Override
                  Attempts attempts(Context context) {
                    return new Attempts(config, context) {
                      @Override
                      Context contextOf(int number) {
                        return context;
                      }
                    };
                  }
                };
              }
            }),
        new Broken(
            "the cap is applied before the jitter",
            new MonitorProvider() {
              @Override
              Retry retry(RetryConfig config) {
                return new MonitorRetry(config) {
                  @Override
                  Attempts attempts(Context context) {
                    return new Attempts(config, context) {
                      @Override
                      Duration spreadAndCapped(Duration backoff) {
                        return spread(capped(backoff));
                      }
                    };
                  }
                };
              }
            }),
        new Broken(
            "the exception of giving up has no cause",
            new MonitorProvider() {
              @Override
              Retry retry(RetryConfig config) {
                return new MonitorRetry(config) {
                  @Override
                  Attempts attempts(Context context) {
                    return new Attempts(config, context) {
                      @Override
                      Throwable causeOfGivingUp(Throwable failure) {
                        return null;
                      }
                    };
                  }
                };
              }
            }),
        new Broken(
            "the last failure is modified",
            new MonitorProvider() {
              @Override
              Retry retry(RetryConfig config) {
                return new MonitorRetry(config) {
                  @Override
                  Attempts attempts(Context context) {
                    return new Attempts(config, context) {
                      @Override
                      Throwable leaving(Throwable failure) {
                        failure.addSuppressed(new IllegalStateException("gave up"));
                        return failure;
                      }
                    };
                  }
                };
              }
            }),
        new Broken(
            "a delay of zero sleeps",
            new MonitorProvider() {
              @Override
              Retry retry(RetryConfig config) {
                return new MonitorRetry(config) {
                  @Override
                  boolean sleepsFor(long delay) {
                    return true;
                  }
                };
              }
            }),
        new Broken(
            "a foreign interrupt is lost",
            new MonitorProvider() {
              @Override
              Retry retry(RetryConfig config) {
                return new MonitorRetry(config) {
                  @Override
                  void keepInterrupt() {}
                };
              }
            }),
        new Broken(
            "a cancelled call goes on",
            new MonitorProvider() {
              @Override
              Retry retry(RetryConfig config) {
                return new MonitorRetry(config) {
                  @Override
                  void cancel(AsyncAttempts<?> attempts) {}
                };
              }
            }));
  }
}

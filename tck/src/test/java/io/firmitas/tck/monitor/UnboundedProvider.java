package io.firmitas.tck.monitor;

import io.firmitas.Context;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryConfig;

/** Makes one attempt too many; public, so that {@code ServiceLoader} can make it. */
public final class UnboundedProvider extends MonitorProvider {
  /** Makes the provider; {@code ServiceLoader} does. */
  public UnboundedProvider() {}

  @Override
  Retry retry(RetryConfig config) {
    return new MonitorRetry(config) {
      @Override
      Attempts attempts(Context context) {
        return new Attempts(config, context) {
          @Override
          boolean mayTryAgain(int made) {
            return made <= config.maxAttempts();
          }
        };
      }
    };
  }
}

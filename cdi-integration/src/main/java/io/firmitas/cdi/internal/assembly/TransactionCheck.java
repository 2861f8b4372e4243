package io.firmitas.cdi.internal.assembly;

import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.ConfiguredText;
import io.firmitas.cdi.internal.config.GeneralKey;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.method.GuardedMethod;
import io.firmitas.cdi.internal.method.PolicyAnnotations;
import io.firmitas.cdi.internal.settings.PolicyKind;

/**
 * Warns about methods whose attempts would all run in one transaction, which the first failure has
 * already marked for rollback. That depends on the priority of the interceptor.
 */
final class TransactionCheck {
  /** Known by its name only; no dependency is needed for it. */
  private static final String TRANSACTIONAL = "jakarta.transaction.Transactional";

  /** The priority of the interceptor of transactions, as Jakarta Transactions says. */
  private static final int PRIORITY = 200;

  private final NamedPolicies named;
  private final Problems problems;
  private final String origin;
  private final boolean isInside;

  TransactionCheck(Configuration configuration, NamedPolicies named, Problems problems) {
    this.named = named;
    this.problems = problems;
    ConfiguredText text = configuration.find(GeneralKey.INTERCEPTOR_PRIORITY.key()).orElse(null);
    origin = text == null ? "" : text.describe();
    isInside = text != null && priority(text) >= PRIORITY;
  }

  /** What is no number was told by those who set the priority. */
  private static int priority(ConfiguredText text) {
    try {
      return Integer.parseInt(text.text().trim());
    } catch (NumberFormatException notNumber) {
      return Integer.MIN_VALUE;
    }
  }

  void check(GuardedMethod guarded, PolicyAnnotations annotations) {
    boolean retries =
        guarded.policies().containsKey(PolicyKind.RETRY)
            || guarded.policies().containsKey(PolicyKind.SOURCES)
            || guarded
                .name()
                .filter(name -> named.partsOf(name).contains(io.firmitas.registry.PolicyKind.RETRY))
                .isPresent();
    if (isInside && retries && annotations.carries(guarded.method(), TRANSACTIONAL)) {
      problems.warn(
          guarded.exactTarget() + " with @Transactional, " + origin,
          "runs all attempts in one transaction, which the first failure marks for rollback",
          "set " + GeneralKey.INTERCEPTOR_PRIORITY.key() + " to less than " + PRIORITY);
    }
  }
}

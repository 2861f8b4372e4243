package io.firmitas.tck;

import io.firmitas.PolicyProvider;
import io.firmitas.tck.harness.ConformanceClass;
import io.firmitas.tck.report.ConformanceReporting;
import io.firmitas.tck.rules.async.AsyncFutureRules;
import io.firmitas.tck.rules.async.CancelRules;
import io.firmitas.tck.rules.async.EndedCallRules;
import io.firmitas.tck.rules.async.HandCompletionRules;
import io.firmitas.tck.rules.breaker.BreakerConcurrencyRules;
import io.firmitas.tck.rules.breaker.BreakerEventRules;
import io.firmitas.tck.rules.breaker.CallWindowRules;
import io.firmitas.tck.rules.breaker.ClosedRules;
import io.firmitas.tck.rules.breaker.HalfOpenRules;
import io.firmitas.tck.rules.breaker.HalvesRules;
import io.firmitas.tck.rules.breaker.LateOutcomeRules;
import io.firmitas.tck.rules.breaker.ManualControlRules;
import io.firmitas.tck.rules.breaker.OpenRules;
import io.firmitas.tck.rules.breaker.OpenTimeRules;
import io.firmitas.tck.rules.breaker.PermitRules;
import io.firmitas.tck.rules.breaker.ProbesRules;
import io.firmitas.tck.rules.breaker.ReadingRules;
import io.firmitas.tck.rules.breaker.SharedBreakerRules;
import io.firmitas.tck.rules.breaker.TimeWindowRules;
import io.firmitas.tck.rules.breaker.UnheardRules;
import io.firmitas.tck.rules.breaker.VerdictRules;
import io.firmitas.tck.rules.composition.CompositionRules;
import io.firmitas.tck.rules.composition.ConvenienceRules;
import io.firmitas.tck.rules.composition.SettingsRules;
import io.firmitas.tck.rules.event.ListenerRules;
import io.firmitas.tck.rules.fallback.FallbackAnswerRules;
import io.firmitas.tck.rules.fallback.FallbackRules;
import io.firmitas.tck.rules.fallback.LastKnownGoodRules;
import io.firmitas.tck.rules.hostile.HostileAnswerRules;
import io.firmitas.tck.rules.hostile.HostileHookRules;
import io.firmitas.tck.rules.hostile.HostileRuntimeRules;
import io.firmitas.tck.rules.hostile.InterruptRules;
import io.firmitas.tck.rules.provider.ProviderRules;
import io.firmitas.tck.rules.provider.RuntimeContractRules;
import io.firmitas.tck.rules.realtime.RealDelayRules;
import io.firmitas.tck.rules.realtime.RealRuntimeRules;
import io.firmitas.tck.rules.realtime.RealThreadsRules;
import io.firmitas.tck.rules.realtime.RealTimeoutRules;
import io.firmitas.tck.rules.retry.AttemptLoopRules;
import io.firmitas.tck.rules.retry.AttemptRules;
import io.firmitas.tck.rules.retry.BudgetRules;
import io.firmitas.tck.rules.retry.ChosenDelayRules;
import io.firmitas.tck.rules.retry.DelayRules;
import io.firmitas.tck.rules.retry.GivingUpRules;
import io.firmitas.tck.rules.retry.JitterRules;
import io.firmitas.tck.rules.retry.RetriedFailureRules;
import io.firmitas.tck.rules.retry.RetryEventRules;
import io.firmitas.tck.rules.retry.RetryStopRules;
import io.firmitas.tck.rules.retry.TimeLimitRules;
import io.firmitas.tck.rules.retry.UnheardRetryRules;
import io.firmitas.tck.rules.runtime.ClockRules;
import io.firmitas.tck.rules.sources.SourceColdStartRules;
import io.firmitas.tck.rules.sources.SourceSearchEndRules;
import io.firmitas.tck.rules.sources.SourceSearchRules;
import io.firmitas.tck.rules.sources.SourceSwitchingRules;
import io.firmitas.tck.rules.timeout.AsyncTimeoutRules;
import io.firmitas.tck.rules.timeout.DeadlineRules;
import io.firmitas.tck.rules.timeout.DetachedRules;
import io.firmitas.tck.rules.timeout.InterruptHygieneRules;
import io.firmitas.tck.rules.timeout.LateCallRules;
import io.firmitas.tck.rules.timeout.TimeoutRules;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * All tests of the specification. To test a provider, extend this class; there is nothing to add:
 *
 * <pre>{@code
 * class MyConformanceTest extends FirmitasConformance {}
 * }</pre>
 *
 * <p>The provider is the one that {@link PolicyProvider#installed()} finds, unless {@link
 * #provider()} is overridden. At the end a report by rule is printed and written to {@code
 * target/firmitas-tck/<class>.json}; the system property {@value ConformanceReporting#FOLDER} names
 * another folder. What a provider refuses with {@link UnsupportedOperationException} is reported as
 * not applicable.
 */
@ExtendWith(ConformanceReporting.class)
public abstract class FirmitasConformance implements ConformanceClass {
  /** For the class that names the provider. */
  protected FirmitasConformance() {}

  /**
   * The provider under test.
   *
   * @return the provider; the installed one by default
   */
  @Override
  public PolicyProvider provider() {
    return PolicyProvider.installed();
  }

  @Nested
  class Composition extends CompositionRules {}

  @Nested
  class Conveniences extends ConvenienceRules {}

  @Nested
  class Settings extends SettingsRules {}

  @Nested
  class BreakerClosed extends ClosedRules {}

  @Nested
  class BreakerOpen extends OpenRules {}

  @Nested
  class BreakerOpenTime extends OpenTimeRules {}

  @Nested
  class BreakerHalfOpen extends HalfOpenRules {}

  @Nested
  class BreakerProbes extends ProbesRules {}

  @Nested
  class BreakerVerdicts extends VerdictRules {}

  @Nested
  class BreakerLateOutcomes extends LateOutcomeRules {}

  @Nested
  class BreakerPermits extends PermitRules {}

  @Nested
  class BreakerManualControl extends ManualControlRules {}

  @Nested
  class BreakerReading extends ReadingRules {}

  @Nested
  class BreakerCallWindow extends CallWindowRules {}

  @Nested
  class BreakerTimeWindow extends TimeWindowRules {}

  @Nested
  class BreakerConcurrency extends BreakerConcurrencyRules {}

  @Nested
  class SharedBreaker extends SharedBreakerRules {}

  @Nested
  class BreakerEvents extends BreakerEventRules {}

  @Nested
  class BreakerUnheard extends UnheardRules {}

  @Nested
  class BreakerHalves extends HalvesRules {}

  @Nested
  class RetryAttempts extends AttemptRules {}

  @Nested
  class RetryGivingUp extends GivingUpRules {}

  @Nested
  class RetryRetriedFailures extends RetriedFailureRules {}

  @Nested
  class RetryDelays extends DelayRules {}

  @Nested
  class RetryChosenDelays extends ChosenDelayRules {}

  @Nested
  class RetryTimeLimits extends TimeLimitRules {}

  @Nested
  class RetryStops extends RetryStopRules {}

  @Nested
  class RetryEvents extends RetryEventRules {}

  @Nested
  class RetryLoop extends AttemptLoopRules {}

  @Nested
  class RetryBudgets extends BudgetRules {}

  @Nested
  class RetryJitter extends JitterRules {}

  @Nested
  class RetryUnheard extends UnheardRetryRules {}

  @Nested
  class Timeout extends TimeoutRules {}

  @Nested
  class TimeoutInterruptHygiene extends InterruptHygieneRules {}

  @Nested
  class TimeoutDetached extends DetachedRules {}

  @Nested
  class TimeoutLateCall extends LateCallRules {}

  @Nested
  class TimeoutDeadline extends DeadlineRules {}

  @Nested
  class TimeoutAsync extends AsyncTimeoutRules {}

  @Nested
  class Fallback extends FallbackRules {}

  @Nested
  class FallbackAnswer extends FallbackAnswerRules {}

  @Nested
  class FallbackLastKnownGood extends LastKnownGoodRules {}

  @Nested
  class SourceSearch extends SourceSearchRules {}

  @Nested
  class SourceSwitching extends SourceSwitchingRules {}

  @Nested
  class SourceColdStart extends SourceColdStartRules {}

  @Nested
  class SourceSearchEnd extends SourceSearchEndRules {}

  @Nested
  class AsyncFuture extends AsyncFutureRules {}

  @Nested
  class AsyncCancel extends CancelRules {}

  @Nested
  class AsyncEndedCall extends EndedCallRules {}

  @Nested
  class AsyncHandCompletion extends HandCompletionRules {}

  @Nested
  class Listeners extends ListenerRules {}

  @Nested
  class HostileAnswers extends HostileAnswerRules {}

  @Nested
  class HostileHooks extends HostileHookRules {}

  @Nested
  class HostileRuntime extends HostileRuntimeRules {}

  @Nested
  class Interrupts extends InterruptRules {}

  @Nested
  class Clock extends ClockRules {}

  @Nested
  class Provider extends ProviderRules {}

  @Nested
  class RuntimeContract extends RuntimeContractRules {}

  @Nested
  class RealTimeout extends RealTimeoutRules {}

  @Nested
  class RealThreads extends RealThreadsRules {}

  @Nested
  class RealDelay extends RealDelayRules {}

  @Nested
  class RealRuntime extends RealRuntimeRules {}
}

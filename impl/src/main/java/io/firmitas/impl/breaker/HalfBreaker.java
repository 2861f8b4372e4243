package io.firmitas.impl.breaker;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.impl.driver.DirectPolicy;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A half of a breaker: the gate, which asks for admission, or the recorder, which records under the
 * gate's admission.
 */
final class HalfBreaker implements Policy<@Nullable Object> {
  private final LockingCircuitBreaker breaker;
  private final Role role;

  HalfBreaker(LockingCircuitBreaker breaker, Role role) {
    this.breaker = breaker;
    this.role = role;
  }

  @Override
  @SuppressWarnings("NullAway") // the T of this policy is nullable
  public @Nullable Object execute(Call<? extends @Nullable Object> call, Context context)
      throws Exception {
    Admission admission = admission(context);
    long start = breaker.startOfCall();
    Object result;
    try {
      result = call.invoke(inner(context, admission));
    } catch (Throwable failure) {
      role.threw(breaker, admission, failure, start);
      throw failure;
    }
    role.returned(breaker, admission, result, start);
    return result;
  }

  @Override
  public CompletableFuture<@Nullable Object> executeAsync(
      AsyncCall<? extends @Nullable Object> call, Context context) {
    Admission admission;
    try {
      admission = admission(context);
    } catch (CircuitOpenException refused) {
      return CompletableFuture.failedFuture(refused);
    }
    return AdmittedCall.make(
        breaker,
        role,
        admission,
        DirectPolicy.<@Nullable Object>instance(),
        call,
        inner(context, admission));
  }

  private Admission admission(Context context) {
    return role == Role.GATE ? breaker.admit() : Ticket.admissionFor(breaker, context);
  }

  private Context inner(Context context, Admission admission) {
    return role == Role.GATE ? Ticket.issue(breaker, admission, context) : context;
  }

  @Override
  public PolicyRuntime runtime() {
    return breaker.runtime();
  }

  @Override
  public void reset() {
    breaker.reset();
  }

  @Override
  public String describe() {
    return (role == Role.GATE ? "gate(" : "recorder(") + breaker.name() + ")";
  }

  @Override
  public String toString() {
    return describe();
  }
}

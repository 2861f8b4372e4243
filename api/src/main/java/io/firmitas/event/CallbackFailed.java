package io.firmitas.event;

/**
 * Code given to a policy (a predicate, a delay function, a listener) threw. The call's own outcome
 * is not affected.
 *
 * @param policy the policy's name
 * @param callback which code, for example {@code retryIf} or {@code listener}
 * @param failure what it threw
 */
public record CallbackFailed(String policy, String callback, Throwable failure)
    implements PolicyEvent {}

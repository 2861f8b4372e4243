package io.firmitas.event;

/** An event of a retry. Attempts are numbered from 1 for each call. */
public sealed interface RetryEvent extends PolicyEvent
    permits AttemptStarted, RetryScheduled, RetrySucceeded, RetryFailed, RetryBudgetExhausted {}

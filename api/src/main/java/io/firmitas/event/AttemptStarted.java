package io.firmitas.event;

/**
 * A retry is about to start an attempt.
 *
 * @param policy the retry's name
 * @param attempt the attempt's number, from 1
 * @param maxAttempts the greatest number of attempts; {@link Integer#MAX_VALUE} when unlimited
 */
public record AttemptStarted(String policy, int attempt, int maxAttempts) implements RetryEvent {}

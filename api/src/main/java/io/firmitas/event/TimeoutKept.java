package io.firmitas.event;

import java.time.Duration;

/**
 * A call ended, well or badly, within its timeout.
 *
 * @param policy the timeout's name
 * @param timeout the limit
 * @param elapsed how long the call took
 */
public record TimeoutKept(String policy, Duration timeout, Duration elapsed)
    implements TimeoutEvent {}

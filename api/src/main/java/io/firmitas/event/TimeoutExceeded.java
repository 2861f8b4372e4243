package io.firmitas.event;

import java.time.Duration;

/**
 * A call took longer than its timeout.
 *
 * @param policy the timeout's name
 * @param timeout the limit
 * @param elapsed how long the call really took until the caller was released
 */
public record TimeoutExceeded(String policy, Duration timeout, Duration elapsed)
    implements TimeoutEvent {}

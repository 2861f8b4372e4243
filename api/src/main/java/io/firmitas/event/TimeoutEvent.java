package io.firmitas.event;

/** An event of a timeout. */
public sealed interface TimeoutEvent extends PolicyEvent permits TimeoutExceeded, TimeoutKept {}

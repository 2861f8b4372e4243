package io.firmitas.event;

/** An event of a fallback. */
public sealed interface FallbackEvent extends PolicyEvent permits FallbackApplied, FallbackFailed {}

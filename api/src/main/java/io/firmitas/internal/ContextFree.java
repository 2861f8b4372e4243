package io.firmitas.internal;

/**
 * Marks a call that does not look at its context, so a policy directly around it need not make one.
 */
public interface ContextFree {}

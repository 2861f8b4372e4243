package io.firmitas.cdi.internal.config;

/**
 * A name that is used by {@code @Guarded} or injection.
 *
 * @param name the name
 * @param isComposed whether its parts are composed, so that they have an order; not when a bean of
 *     the application is the policy
 * @param hasParts whether its parts are made from keys
 */
public record UsedName(String name, boolean isComposed, boolean hasParts) {}

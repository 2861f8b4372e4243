/** Policies shared by name, and circuit breakers by key. */
@NullMarked
package io.firmitas.registry;

import org.jspecify.annotations.NullMarked;

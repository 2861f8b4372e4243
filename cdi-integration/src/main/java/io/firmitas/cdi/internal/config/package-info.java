/**
 * MicroProfile Config keys: their names, where values come from, which wins, and which lead
 * nowhere.
 */
@NullMarked
package io.firmitas.cdi.internal.config;

import org.jspecify.annotations.NullMarked;

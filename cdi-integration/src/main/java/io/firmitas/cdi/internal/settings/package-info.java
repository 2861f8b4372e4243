/**
 * The settings of each kind of policy: their names, types, and how they are read from annotation
 * members and from text.
 */
@NullMarked
package io.firmitas.cdi.internal.settings;

import org.jspecify.annotations.NullMarked;

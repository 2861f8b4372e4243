/** Calls that a bean makes on itself, past the container, found in class files. */
@NullMarked
package io.firmitas.cdi.internal.selfcall;

import org.jspecify.annotations.NullMarked;

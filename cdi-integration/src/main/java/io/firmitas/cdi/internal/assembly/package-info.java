/** Builds policies from merged settings, ties them to methods, and checks where annotations are. */
@NullMarked
package io.firmitas.cdi.internal.assembly;

import org.jspecify.annotations.NullMarked;

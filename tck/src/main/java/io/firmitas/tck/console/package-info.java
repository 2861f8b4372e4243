/** The conformance kit as a command. */
@NullMarked
package io.firmitas.tck.console;

import org.jspecify.annotations.NullMarked;

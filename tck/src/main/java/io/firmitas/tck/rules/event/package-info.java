/** Tests of the rules about events and listeners. */
@NullMarked
package io.firmitas.tck.rules.event;

import org.jspecify.annotations.NullMarked;

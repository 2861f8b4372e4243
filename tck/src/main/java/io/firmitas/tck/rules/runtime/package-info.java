/** Tests of the rules about time and arithmetic. */
@NullMarked
package io.firmitas.tck.rules.runtime;

import org.jspecify.annotations.NullMarked;

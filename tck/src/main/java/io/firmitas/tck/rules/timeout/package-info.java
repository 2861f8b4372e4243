/** Tests of the rules about the timeout. */
@NullMarked
package io.firmitas.tck.rules.timeout;

import org.jspecify.annotations.NullMarked;

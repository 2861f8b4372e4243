/** Tests of the rules about the retry. */
@NullMarked
package io.firmitas.tck.rules.retry;

import org.jspecify.annotations.NullMarked;

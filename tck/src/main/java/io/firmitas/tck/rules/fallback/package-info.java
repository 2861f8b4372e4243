/** Tests of the rules about the fallback. */
@NullMarked
package io.firmitas.tck.rules.fallback;

import org.jspecify.annotations.NullMarked;

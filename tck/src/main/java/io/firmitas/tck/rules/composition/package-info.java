/** Tests of the rules about calls, contexts and composition. */
@NullMarked
package io.firmitas.tck.rules.composition;

import org.jspecify.annotations.NullMarked;

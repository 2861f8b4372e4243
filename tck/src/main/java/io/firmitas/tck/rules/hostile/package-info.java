/** Tests of the rules about code of the user, and about a runtime, that misbehave. */
@NullMarked
package io.firmitas.tck.rules.hostile;

import org.jspecify.annotations.NullMarked;

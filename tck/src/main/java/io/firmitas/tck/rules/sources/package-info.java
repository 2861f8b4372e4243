/** Tests of the rules about ordered sources; not applicable to a provider without them. */
@NullMarked
package io.firmitas.tck.rules.sources;

import org.jspecify.annotations.NullMarked;

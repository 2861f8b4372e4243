/** The ordered sources. */
@NullMarked
package io.firmitas.impl.sources;

import org.jspecify.annotations.NullMarked;

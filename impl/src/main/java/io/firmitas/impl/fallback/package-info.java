/** The fallback. */
@NullMarked
package io.firmitas.impl.fallback;

import org.jspecify.annotations.NullMarked;

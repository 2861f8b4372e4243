/** The portable and the build compatible extension, found by the container. */
@NullMarked
package io.firmitas.cdi.extension;

import org.jspecify.annotations.NullMarked;

/** The portable extension, found by the container. */
@NullMarked
package io.firmitas.cdi.extension;

import org.jspecify.annotations.NullMarked;

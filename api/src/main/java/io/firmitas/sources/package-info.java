/** Ordered sources of the same thing, tried one after the other until one answers. */
@NullMarked
package io.firmitas.sources;

import org.jspecify.annotations.NullMarked;

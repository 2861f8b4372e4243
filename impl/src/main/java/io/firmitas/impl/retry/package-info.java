/** The retry loops. */
@NullMarked
package io.firmitas.impl.retry;

import org.jspecify.annotations.NullMarked;

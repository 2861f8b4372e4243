/** The timeouts. */
@NullMarked
package io.firmitas.impl.timeout;

import org.jspecify.annotations.NullMarked;

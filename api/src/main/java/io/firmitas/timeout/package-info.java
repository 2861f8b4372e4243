/** The timeout: gives up on a call that takes too long. */
@NullMarked
package io.firmitas.timeout;

import org.jspecify.annotations.NullMarked;

/** The retry: calls again after a failure, after a delay, a limited number of times. */
@NullMarked
package io.firmitas.retry;

import org.jspecify.annotations.NullMarked;

/** What applications and libraries can add to the integration. */
@NullMarked
package io.firmitas.cdi.spi;

import org.jspecify.annotations.NullMarked;

/** Checks and arithmetic shared by the modules of Firmitas itself; not exported to users. */
@NullMarked
package io.firmitas.internal;

import org.jspecify.annotations.NullMarked;

/** Events of policies, one sealed hierarchy of records, and the listener that receives them. */
@NullMarked
package io.firmitas.event;

import org.jspecify.annotations.NullMarked;

/** Takes what belongs to the thread of a caller along to the threads on which its call runs. */
@NullMarked
package io.firmitas.cdi.internal.carry;

import org.jspecify.annotations.NullMarked;

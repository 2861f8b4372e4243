/**
 * The methods of bean classes: which are guarded by what, generics resolved through the hierarchy,
 * bridges, and targets of keys.
 */
@NullMarked
package io.firmitas.cdi.internal.method;

import org.jspecify.annotations.NullMarked;

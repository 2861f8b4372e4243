/** Where the answer of a fallback comes from: a method of the bean, a handler, or a value. */
@NullMarked
package io.firmitas.cdi.internal.fallback;

import org.jspecify.annotations.NullMarked;

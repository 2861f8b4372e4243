/** What keys say about the policies of a name. */
@NullMarked
package io.firmitas.cdi.internal.named;

import org.jspecify.annotations.NullMarked;

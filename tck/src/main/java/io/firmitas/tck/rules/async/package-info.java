/** Tests of the rules about asynchronous calls. */
@NullMarked
package io.firmitas.tck.rules.async;

import org.jspecify.annotations.NullMarked;

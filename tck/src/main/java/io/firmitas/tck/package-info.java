/** The tests of the Firmitas specification, runnable against any provider. */
@NullMarked
package io.firmitas.tck;

import org.jspecify.annotations.NullMarked;

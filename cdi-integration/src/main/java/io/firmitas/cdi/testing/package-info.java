/** For tests of applications with guarded beans; needs no test framework. */
@NullMarked
package io.firmitas.cdi.testing;

import org.jspecify.annotations.NullMarked;

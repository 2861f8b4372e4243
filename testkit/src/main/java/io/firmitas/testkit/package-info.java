/** Virtual time, gates and recorders for tests of code that uses Firmitas policies. */
@NullMarked
package io.firmitas.testkit;

import org.jspecify.annotations.NullMarked;

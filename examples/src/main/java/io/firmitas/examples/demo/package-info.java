/** The demo. */
@NullMarked
package io.firmitas.examples.demo;

import org.jspecify.annotations.NullMarked;

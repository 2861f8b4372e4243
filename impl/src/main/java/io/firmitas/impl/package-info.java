/** The lock-based provider of Firmitas. */
@NullMarked
package io.firmitas.impl;

import org.jspecify.annotations.NullMarked;

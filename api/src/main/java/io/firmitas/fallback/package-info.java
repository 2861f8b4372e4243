/** The fallback: answers with something else when a call fails. */
@NullMarked
package io.firmitas.fallback;

import org.jspecify.annotations.NullMarked;

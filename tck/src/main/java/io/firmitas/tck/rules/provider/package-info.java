/** Tests of the rules about the provider and its runtimes. */
@NullMarked
package io.firmitas.tck.rules.provider;

import org.jspecify.annotations.NullMarked;

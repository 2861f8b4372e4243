/** The policies on the provider's own runtimes, in real time and on real threads. */
@NullMarked
package io.firmitas.tck.rules.realtime;

import org.jspecify.annotations.NullMarked;

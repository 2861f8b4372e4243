/**
 * What the drivers of all policies share: the innermost policy, and futures of calls that are on
 * their way.
 */
@NullMarked
package io.firmitas.impl.driver;

import org.jspecify.annotations.NullMarked;

/** Firmitas policies on CDI beans: annotations, interceptor and MicroProfile Config binding. */
@NullMarked
package io.firmitas.cdi;

import org.jspecify.annotations.NullMarked;

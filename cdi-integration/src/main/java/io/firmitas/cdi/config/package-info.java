/**
 * Configuration without CDI: the keys of this artifact applied to a {@link
 * io.firmitas.registry.PolicyRegistry}, and sources of configuration for plain Java: a file in the
 * home directory, values set at run time, and names from an earlier library.
 *
 * <p>Needs MicroProfile Config, not CDI, at run time.
 */
@NullMarked
package io.firmitas.cdi.config;

import org.jspecify.annotations.NullMarked;

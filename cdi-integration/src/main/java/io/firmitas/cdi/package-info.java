/**
 * Policies on CDI beans: {@link io.firmitas.cdi.Retry}, {@link io.firmitas.cdi.CircuitBreaker},
 * {@link io.firmitas.cdi.Timeout} and {@link io.firmitas.cdi.Fallback} on a method or a class.
 *
 * <p>Members that are left out are <em>unset</em>: MicroProfile Config keys under {@code
 * firmitas.defaults} may fill them, and the built-in defaults of the policies fill the rest.
 * Everything is read, merged, checked and built when the application is deployed; all problems are
 * reported at once, in a {@link io.firmitas.cdi.PolicyDeploymentException}.
 */
@NullMarked
package io.firmitas.cdi;

import org.jspecify.annotations.NullMarked;

/**
 * The vocabulary: a {@link io.firmitas.Policy} guards a {@link io.firmitas.Call}, {@link
 * io.firmitas.Policies#wrap} composes policies, a {@link io.firmitas.Context} travels with each
 * call.
 *
 * <p>Built-in policies live in packages of their own: {@code breaker}, {@code retry}, {@code
 * timeout}, {@code fallback}. What they do while working is told by {@code event}.
 */
@NullMarked
package io.firmitas;

import org.jspecify.annotations.NullMarked;

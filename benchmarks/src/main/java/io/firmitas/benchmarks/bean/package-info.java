/** Guarded beans of a CDI container, one kind for each contestant. */
@NullMarked
package io.firmitas.benchmarks.bean;

import org.jspecify.annotations.NullMarked;

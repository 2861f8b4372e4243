/**
 * Races between threads, each with the outcomes that must never be seen. Run by jcstress, which
 * repeats them under many schedules and counts what came out.
 */
@NullMarked
package io.firmitas.concurrency;

import org.jspecify.annotations.NullMarked;

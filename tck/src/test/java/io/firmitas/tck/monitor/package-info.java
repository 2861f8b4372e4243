/**
 * A second implementation, written from the specification alone, with monitors instead of locks and
 * with no thought of speed. It proves that the kit accepts another implementation, and is the base
 * of the broken ones. It has no sources, no loops of attempts, no halves of a breaker, no gradual
 * recovery and no detached timeouts, and says so.
 */
package io.firmitas.tck.monitor;

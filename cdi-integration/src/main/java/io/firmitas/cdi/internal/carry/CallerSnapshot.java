package io.firmitas.cdi.internal.carry;

import io.firmitas.cdi.spi.ContextCarrier;
import java.util.List;

/**
 * What carriers took from a caller. Where there are no carriers, all calls of a container share
 * one.
 *
 * @param contexts puts it on other threads
 * @param captured what was taken
 */
record CallerSnapshot(CallerContexts contexts, List<ContextCarrier.Captured> captured) {}

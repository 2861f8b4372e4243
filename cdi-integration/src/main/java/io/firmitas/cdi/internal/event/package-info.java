/** Who is told of the events of a container's policies: the log, CDI observers, listener beans. */
@NullMarked
package io.firmitas.cdi.internal.event;

import org.jspecify.annotations.NullMarked;

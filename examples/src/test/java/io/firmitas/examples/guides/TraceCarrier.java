package io.firmitas.examples.guides;

import io.firmitas.cdi.spi.ContextCarrier;
import jakarta.enterprise.context.ApplicationScoped;

// snippet: cdi-context-carrier
/** Takes the trace of the caller along. */
@ApplicationScoped
public class TraceCarrier implements ContextCarrier {
  @Override
  public Captured capture() {
    String trace = Trace.current();
    return () -> {
      String before = Trace.current();
      Trace.set(trace);
      return () -> Trace.set(before);
    };
  }
}
// end

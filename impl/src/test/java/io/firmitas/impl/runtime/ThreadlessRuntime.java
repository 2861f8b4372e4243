package io.firmitas.impl.runtime;

import io.firmitas.testkit.VirtualRuntime;
import java.util.concurrent.Executor;

/** A virtual runtime on a machine that cannot make another thread. */
public final class ThreadlessRuntime extends DelegatingRuntime {
  public ThreadlessRuntime(VirtualRuntime time) {
    super(time);
  }

  @Override
  public Executor executor() {
    return task -> {
      throw new OutOfMemoryError("unable to create native thread (expected by the test)");
    };
  }
}

/** The lock-based implementation of Firmitas, found by {@link java.util.ServiceLoader}. */
module io.firmitas.impl {
  requires io.firmitas;
  requires static org.jspecify;

  provides io.firmitas.PolicyProvider with
      io.firmitas.impl.LockBasedProvider;
}

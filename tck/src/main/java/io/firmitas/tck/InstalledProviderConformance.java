package io.firmitas.tck;

/**
 * Tests the provider on the class path or module path, for the JUnit Platform's console launcher:
 * {@code --select-class io.firmitas.tck.InstalledProviderConformance}.
 */
public class InstalledProviderConformance extends FirmitasConformance {
  /** Makes the tests; JUnit does. */
  public InstalledProviderConformance() {}
}

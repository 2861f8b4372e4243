package io.firmitas;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Finds the provider, once. */
final class InstalledProvider {
  private static final String PROPERTY = "io.firmitas.provider";
  private static volatile @Nullable PolicyProvider installed;

  private InstalledProvider() {}

  static PolicyProvider get() {
    PolicyProvider provider = installed;
    if (provider == null) {
      provider = find();
      installed = provider;
    }
    return provider;
  }

  private static PolicyProvider find() {
    List<PolicyProvider> found = load(PolicyProvider.class.getClassLoader());
    if (found.isEmpty()) {
      found = load(Thread.currentThread().getContextClassLoader());
    }
    return choose(found, System.getProperty(PROPERTY));
  }

  private static List<PolicyProvider> load(@Nullable ClassLoader loader) {
    List<PolicyProvider> found = new ArrayList<>();
    ServiceLoader.load(PolicyProvider.class, loader).forEach(found::add);
    return found;
  }

  static PolicyProvider choose(List<PolicyProvider> found, @Nullable String wanted) {
    List<String> names = found.stream().map(provider -> provider.getClass().getName()).toList();
    if (found.isEmpty()) {
      throw new IllegalStateException(
          "No "
              + PolicyProvider.class.getName()
              + " found; add io.firmitas:firmitas-impl, or another provider,"
              + " to the class path or module path");
    }
    if (wanted != null) {
      int index = names.indexOf(wanted);
      if (index < 0) {
        throw new IllegalStateException(
            "System property "
                + PROPERTY
                + " is "
                + wanted
                + " but the providers found are "
                + names);
      }
      return found.get(index);
    }
    if (found.size() > 1) {
      throw new IllegalStateException(
          "Several policy providers found: "
              + names
              + "; keep one, or name one in the system property "
              + PROPERTY);
    }
    return found.get(0);
  }
}

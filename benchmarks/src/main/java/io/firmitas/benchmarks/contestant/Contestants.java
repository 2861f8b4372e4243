package io.firmitas.benchmarks.contestant;

import java.util.List;
import java.util.Map;

/** The contestants by name. */
public final class Contestants {
  /** The library that is measured. */
  public static final String FIRMITAS = "firmitas";

  /** What one would write by hand for exactly this purpose. */
  public static final String FLOOR = "floor";

  private static final String HELIDON = "helidon";

  private static final Map<String, String> CLASSES =
      Map.of(
          FIRMITAS,
          "FirmitasContestant",
          "failsafe",
          "FailsafeContestant",
          "resilience4j",
          "Resilience4jContestant",
          "smallrye",
          "SmallRyeContestant",
          HELIDON,
          "HelidonContestant",
          FLOOR,
          "FloorContestant");

  private Contestants() {}

  /**
   * The names of all contestants on this JDK, in the order of the table.
   *
   * @return the names
   */
  public static List<String> names() {
    return List.of(FIRMITAS, "failsafe", "resilience4j", "smallrye", HELIDON, FLOOR).stream()
        .filter(name -> !name.equals(HELIDON) || Runtime.version().feature() >= 21)
        .toList();
  }

  /**
   * Makes a contestant. Only this one is loaded, so that it cannot suffer from the others.
   *
   * @param name its name
   * @return a new contestant
   */
  public static Contestant named(String name) {
    String simpleName = CLASSES.get(name);
    if (simpleName == null) {
      throw new IllegalArgumentException("contestant must be one of " + names() + ": " + name);
    }
    try {
      return Class.forName(Contestants.class.getPackageName() + "." + simpleName)
          .asSubclass(Contestant.class)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(
          name + " is not there; Helidon needs a build on JDK 21 or newer", missing);
    }
  }
}

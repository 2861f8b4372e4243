package io.firmitas.impl.mutation;

/**
 * Mutants that no test notices and that a person would not tell apart. They have no line number, so
 * that an edit elsewhere in the file does not move them.
 *
 * @param group the package below {@code io.firmitas.impl}; {@code impl} for that package itself
 * @param method class and method, as in {@code CircuitCore.record}; what a lambda does belongs to
 *     the method that has it
 * @param line the text of the source line
 * @param mutator what PIT calls the change
 */
record Survivor(String group, String method, String line, String mutator) {
  static final String BASE = "io.firmitas.impl";

  /** The class, without its package. */
  String className() {
    return method.substring(0, method.lastIndexOf('.'));
  }

  @Override
  public String toString() {
    return group + "." + method + ": " + mutator + " in `" + line + "`";
  }
}

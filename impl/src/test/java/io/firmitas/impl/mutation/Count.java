package io.firmitas.impl.mutation;

/**
 * How many mutants of a kind survive; where chance decides, because they race or make a test slow,
 * the least and the most.
 *
 * @param least how many always survive
 * @param most how many survive in the worst case
 */
record Count(int least, int most) {
  static final Count NONE = new Count(0, 0);

  /** Not measured yet. */
  static final Count UNKNOWN = new Count(0, Integer.MAX_VALUE);

  static Count of(int number) {
    return new Count(number, number);
  }

  static Count parse(String text) {
    if (text.equals("?")) {
      return UNKNOWN;
    }
    String[] bounds = text.split("\\.\\.", 2);
    int least = Integer.parseInt(bounds[0]);
    return new Count(least, bounds.length == 1 ? least : Integer.parseInt(bounds[1]));
  }

  boolean allows(int number) {
    return least <= number && number <= most;
  }

  @Override
  public String toString() {
    if (equals(UNKNOWN)) {
      return "?";
    }
    return least == most ? String.valueOf(least) : least + ".." + most;
  }
}

package io.firmitas.examples.claims;

/**
 * What was measured of a claim.
 *
 * @param label the claim's label
 * @param claim what is claimed
 * @param figure what was measured
 * @param holds whether the figure is what the claim asks for
 */
record Finding(String label, String claim, String figure, boolean holds) {
  String row() {
    return "| " + label + " | " + claim + " | " + figure + " | " + (holds ? "yes" : "no") + " |";
  }
}

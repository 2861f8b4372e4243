package io.firmitas.architecture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The labels that tests have to prove: the lines of the seeds' checklist (T and G: tif1, Z: tenaz,
 * V: what only their sources show, C: their contradictions, Q: their claims that can be measured)
 * and the cases that other libraries have shown (F: Failsafe, R: Resilience4j, H: Helidon, S:
 * SmallRye and MicroProfile, P: Polly and others).
 */
final class Labels {
  private static final String CASES =
      """
      F1 F3 F4 F5 F6 F7 F8 F11 F12 F14 F15 F16 F17 F19 F22 F23 F24 F25
      R1 R2 R3 R4 R5 R7 R8 R9 R10 R11 R13 R15 R16 R17 R19 R20 R21 R23 R24 R25 R27
      H1 H3 H5 H6 H8 H10 H11
      S1 S2 S4 S5 S6 S7 S8 S9 S10 S11 S12 S13 S14 S15 S16 S17 S19 S22 S23 S24 S25 S27 S28 S29
      P1 P3 P4 P5 P6 P7 P8 P9 P10 P11 P12 P14 P15 P16 P17 P18 P19 P20 P21 P23 P24 P25 P26 P27 P28
      P29 P30
      """;

  /** Those of the claims that do not only speak of speed. */
  private static final String CLAIMS = "Q6 Q7 Q8 Q9 Q10 Q11 Q13";

  private Labels() {}

  static List<String> all() {
    List<String> labels = new ArrayList<>();
    addNumbered(labels, "T", 199);
    addNumbered(labels, "G", 101);
    addNumbered(labels, "Z", 106);
    addNumbered(labels, "V", 24);
    addNumbered(labels, "C", 56);
    labels.addAll(Arrays.asList(CLAIMS.split(" ")));
    labels.addAll(Arrays.asList(CASES.strip().split("\\s+")));
    return labels;
  }

  private static void addNumbered(List<String> labels, String letter, int last) {
    IntStream.rangeClosed(1, last).forEach(number -> labels.add(letter + number));
  }
}

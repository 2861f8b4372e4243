package io.firmitas.impl.mutation;

/** The tests that have to kill the mutants. */
enum Suite {
  /** The conformance kit and nothing else. */
  TCK("tck", "tck-alone"),

  /** All tests of the module that are neither stress tests nor long. */
  ALL("all", "all-tests");

  /** As the lists call it, and the properties of the build. */
  final String word;

  /** The execution of PIT, and the folder of its report. */
  final String execution;

  Suite(String word, String execution) {
    this.word = word;
    this.execution = execution;
  }
}

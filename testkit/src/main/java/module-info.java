/** Virtual time, gates and recorders for tests of code that uses Firmitas policies. */
module io.firmitas.testkit {
  requires transitive io.firmitas;
  requires static transitive org.junit.jupiter.api;
  requires static org.jspecify;

// exports io.firmitas.testkit; -- as soon as it has a class: javac refuses to export an empty
// package.
}

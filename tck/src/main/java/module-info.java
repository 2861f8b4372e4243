/** The tests of the Firmitas specification, runnable against any provider. */
module io.firmitas.tck {
  requires transitive io.firmitas;
  requires transitive io.firmitas.testkit;
  requires transitive org.junit.jupiter.api;
  requires org.junit.jupiter.params;
  requires org.assertj.core;
  requires static org.jspecify;

// exports io.firmitas.tck; -- as soon as it has a class: javac refuses to export an empty package.
}

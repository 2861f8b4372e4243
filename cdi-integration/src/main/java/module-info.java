/** Firmitas policies on CDI beans: annotations, interceptor and MicroProfile Config binding. */
module io.firmitas.cdi {
  requires transitive io.firmitas;
  requires transitive jakarta.cdi;
  requires transitive jakarta.interceptor;
  requires microprofile.config.api;
  requires static org.jspecify;

  // exports io.firmitas.cdi; -- as soon as it has a class: javac refuses to export an empty package.
}

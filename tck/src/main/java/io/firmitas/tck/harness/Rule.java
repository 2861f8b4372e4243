package io.firmitas.tck.harness;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The rules of the specification that a test proves. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Rule {
  /**
   * The rules.
   *
   * @return ids as in {@code docs/spec.md}, for example {@code CB-07}; at least one
   */
  String[] value();
}

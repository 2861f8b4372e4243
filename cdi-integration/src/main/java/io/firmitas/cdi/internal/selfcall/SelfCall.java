package io.firmitas.cdi.internal.selfcall;

import java.lang.reflect.Method;

/**
 * A place in code that calls a method of the object it belongs to.
 *
 * @param type the class that has the code: the bean class, a supertype, or a class inside one
 * @param caller the method with the code and its parameter types, {@code warm(int)}; {@code
 *     <init>(...)} is a constructor
 * @param line the line in the source, or 0 when the class file does not tell
 * @param callee the most derived declaration of the method that is called
 * @param way how the code comes to the object
 */
public record SelfCall(String type, String caller, int line, Method callee, Way way) {
  /** How code comes to the object. */
  public enum Way {
    /** It is {@code this}. */
    THIS,

    /**
     * It is {@code this} of the code around: a lambda, a method reference or an inner class, which
     * may run at another time and on another thread.
     */
    OUTER_THIS,

    /** Another reference to an object of the bean class, which may be the same behind a proxy. */
    REFERENCE
  }

  /** The place for messages. */
  public String where() {
    return type + "/" + caller + (line > 0 ? ", line " + line : "");
  }
}

package io.firmitas.cdi.internal.settings;

/** A text is not a value of a setting. The message says what is wrong, the remedy what to write. */
public final class BadValueException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String remedy;

  BadValueException(String message, String remedy) {
    super(message, null, false, false);
    this.remedy = remedy;
  }

  public String remedy() {
    return remedy;
  }

  /** The message; never null. */
  public String what() {
    return String.valueOf(getMessage());
  }
}

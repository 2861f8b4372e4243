package io.firmitas.tck.rules.hostile;

/** How the calls of a cell are made, and who completes their stages. */
enum Form {
  SYNC("sync"),
  /** Stages are complete when the call returns them, or by a timer of the runtime. */
  ASYNC("async"),
  /** A thread that nobody knows completes each stage, after the call has returned it. */
  FOREIGN("async on a foreign thread");

  private final String text;

  Form(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}

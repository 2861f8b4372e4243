package io.firmitas.sources;

import io.firmitas.CallRejectedException;

/**
 * A source was not tried because it is not in use: it was added as disabled, or the skip condition
 * has taken it out. Found among the failures of an {@link AllSourcesFailedException}, never thrown
 * by itself.
 */
public final class SourceDisabledException extends CallRejectedException {
  private static final long serialVersionUID = 1L;

  /** The name of the source. */
  private final String sourceName;

  /** Whether the skip condition has taken the source out. */
  private final boolean skipped;

  /**
   * Makes the exception; for providers.
   *
   * @param policyName the name of the sources policy
   * @param sourceName the name of the source
   * @param skipped whether the skip condition has taken the source out
   * @param stackTrace whether to record the stack trace
   */
  public SourceDisabledException(
      String policyName, String sourceName, boolean skipped, boolean stackTrace) {
    super(policyName, 0, null, stackTrace);
    this.sourceName = sourceName;
    this.skipped = skipped;
  }

  /**
   * The name of the source.
   *
   * @return the name
   */
  public String sourceName() {
    return sourceName;
  }

  /**
   * Whether the skip condition has taken the source out.
   *
   * @return true when it has; false when the source was added as disabled
   */
  public boolean skipped() {
    return skipped;
  }

  @Override
  public String getMessage() {
    return policyName()
        + ": source '"
        + sourceName
        + (skipped ? "' is skipped; the skip condition holds for it" : "' is disabled");
  }
}

package io.firmitas.cdi.internal.settings;

/**
 * What the reference says about a setting.
 *
 * @param defaultText the built-in default as it is written in keys; empty when there is none
 * @param range which values are allowed, and what holds when it is unset; empty when the type says
 *     it all
 * @param meaning what it is, in a few words
 */
public record About(String defaultText, String range, String meaning) {
  static About of(String defaultText, String range, String meaning) {
    return new About(defaultText, range, meaning);
  }
}

/**
 * What the rules' tests share: the provider under test, virtual time, and one way to run a scenario
 * in either form.
 */
@NullMarked
package io.firmitas.tck.harness;

import org.jspecify.annotations.NullMarked;

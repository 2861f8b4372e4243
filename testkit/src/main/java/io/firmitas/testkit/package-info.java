/**
 * Virtual time and scripted calls for tests of policies.
 *
 * <p>{@link io.firmitas.testkit.VirtualRuntime} replaces clocks, sleeping, timers, threads and
 * random numbers; {@link io.firmitas.testkit.ScriptedCall} plays outcomes; {@link
 * io.firmitas.testkit.Gate} and {@link io.firmitas.testkit.AsyncGate} hold calls until the test
 * lets them go on; {@link io.firmitas.testkit.EventRecorder} keeps the events. Waits in real time
 * are bounded to ten seconds and then fail with an {@link AssertionError}, so a wrong test ends
 * instead of hanging.
 */
@NullMarked
package io.firmitas.testkit;

import org.jspecify.annotations.NullMarked;

/**
 * The JUnit 5 extension: injects a fresh {@link io.firmitas.testkit.VirtualRuntime} and its
 * companions into each test, and fails tests that leave timers, tasks, held threads or interrupts
 * behind.
 */
@NullMarked
package io.firmitas.testkit.junit;

import org.jspecify.annotations.NullMarked;

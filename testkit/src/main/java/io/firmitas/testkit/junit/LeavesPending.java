package io.firmitas.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The test, or each test of the class and of its nested classes, may leave timers, tasks and held
 * calls behind. {@link FirmitasExtension} still cleans them up, and still checks for interrupts and
 * for what timers and tasks threw.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
public @interface LeavesPending {}

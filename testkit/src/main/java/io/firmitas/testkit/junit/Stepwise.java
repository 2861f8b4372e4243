package io.firmitas.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Asks {@link FirmitasExtension} for a {@linkplain io.firmitas.testkit.VirtualRuntime#stepwise()
 * stepwise} runtime instead of an auto-advancing one.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
public @interface Stepwise {}

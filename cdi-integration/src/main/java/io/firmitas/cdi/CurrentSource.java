package io.firmitas.cdi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the parameter in which a method with {@link FromSources} gets the source that it is to
 * call. Exactly one parameter has it; its type is a class that MicroProfile Config's converters can
 * make from text, such as {@code String}, {@code URI} or {@code URL}, or what the named bean's
 * sources are. What callers pass there is ignored; by habit it is {@code null}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface CurrentSource {}

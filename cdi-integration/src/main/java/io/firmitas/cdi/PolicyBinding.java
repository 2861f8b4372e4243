package io.firmitas.cdi;

import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What all policy annotations have in common, and what the interceptor is bound to. CDI adds the
 * bindings that a binding is annotated with, so the interceptor applies without any extension,
 * once, however many policies a method has.
 */
@Inherited
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface PolicyBinding {}

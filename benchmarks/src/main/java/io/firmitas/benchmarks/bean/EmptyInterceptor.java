package io.firmitas.benchmarks.bean;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** What the container itself costs: does nothing but go on. */
@Interceptor
@PassedThrough
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 150)
public class EmptyInterceptor {
  /** Made by the container. */
  public EmptyInterceptor() {}

  @AroundInvoke
  Object proceed(InvocationContext invocation) throws Exception {
    return invocation.proceed();
  }
}

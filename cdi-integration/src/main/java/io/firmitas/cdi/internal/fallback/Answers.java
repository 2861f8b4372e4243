package io.firmitas.cdi.internal.fallback;

import io.firmitas.cdi.FailedInvocation;
import io.firmitas.cdi.FallbackHandler;
import io.firmitas.cdi.internal.config.PolicyPlace;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.config.Settings;
import io.firmitas.cdi.internal.config.Value;
import io.firmitas.cdi.internal.instance.Code;
import io.firmitas.cdi.internal.method.Assignability;
import io.firmitas.cdi.internal.method.GuardedMethod;
import io.firmitas.cdi.internal.method.HierarchyTypes;
import io.firmitas.cdi.internal.settings.FallbackSettings;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/** Finds what a fallback answers with, and checks that it fits the guarded method. */
public final class Answers {
  private final Config config;
  private final Code code;
  private final Problems problems;

  /** Makes a finder that adds misses to the problems. */
  public Answers(Config config, Code code, Problems problems) {
    this.config = config;
    this.code = code;
    this.problems = problems;
  }

  /** The answers of a fallback, the most specific first; empty when there is a problem. */
  public List<Answer> find(PolicyPlace place, Settings settings) {
    Value<String> method = settings.find(FallbackSettings.METHOD);
    Value<String> value = settings.find(FallbackSettings.VALUE);
    Value<Class<?>> handler = settings.find(FallbackSettings.HANDLER);
    if (method != null) {
      return ofMethods(place, method);
    }
    if (value != null) {
      return ofValue(place, value);
    }
    if (handler != null) {
      return ofHandler(place, handler);
    }
    if (settings.has(FallbackSettings.LAST_KNOWN_GOOD)) {
      return List.of();
    }
    problems.add(
        place.describe(),
        "says nothing to answer with",
        "give method, value, handler or lastKnownGood in the annotation or in configuration");
    return List.of();
  }

  private List<Answer> ofMethods(PolicyPlace place, Value<String> name) {
    FallbackMethods search = FallbackMethods.find(place.guarded(), name.value());
    if (search.found().isEmpty()) {
      problems.add(
          place.describe() + ", " + name.origin(),
          search.whyNone(name.value()),
          "give it the parameters ("
              + parameterNames(place.guarded())
              + "), optionally followed by one of a Throwable type, and the return type "
              + place.guarded().returnType().getTypeName());
    }
    List<Answer> answers = new ArrayList<>();
    for (FallbackMethod found : search.found()) {
      try {
        answers.add(found.answer());
      } catch (IllegalAccessException closed) {
        Class<?> owner = found.method().getDeclaringClass();
        problems.add(
            place.describe() + ", " + name.origin(),
            "the fallback method cannot be called: " + closed.getMessage(),
            "make class and method public, or open "
                + owner.getPackageName()
                + " to io.firmitas.cdi");
      }
    }
    return answers;
  }

  private static String parameterNames(GuardedMethod guarded) {
    return String.join(
        ", ",
        guarded.methods().types().parametersOf(guarded.method()).stream()
            .map(Type::getTypeName)
            .toList());
  }

  private List<Answer> ofValue(PolicyPlace place, Value<String> text) {
    try {
      Object value = FallbackValue.convert(config, place.guarded(), text.value());
      return List.of(new Answer(Throwable.class, false, (target, arguments, failure) -> value));
    } catch (IllegalArgumentException unusable) {
      problems.add(
          place.describe() + ", " + text.origin(),
          String.valueOf(unusable.getMessage()),
          "give a value of type " + place.guarded().answerType().getTypeName());
      return List.of();
    }
  }

  private List<Answer> ofHandler(PolicyPlace place, Value<Class<?>> handlerClass) {
    GuardedMethod guarded = place.guarded();
    Type made =
        new HierarchyTypes(handlerClass.value())
            .resolve(FallbackHandler.class.getTypeParameters()[0]);
    boolean later = guarded.isAsync() && made instanceof ParameterizedType stage && isStage(stage);
    Type answer = later ? GuardedMethod.completedType(made) : made;
    String refusal = code.refusal(handlerClass.value());
    if (!isVoid(guarded) && !Assignability.isAssignable(guarded.answerType(), answer)) {
      refusal =
          "it makes " + made.getTypeName() + ", which is no " + guarded.returnType().getTypeName();
    }
    if (refusal != null) {
      problems.add(
          place.describe() + ", " + handlerClass.origin(),
          "handler " + handlerClass.value().getName() + " cannot be used: " + refusal,
          "use a class that CDI can create and that implements FallbackHandler<"
              + guarded.answerType().getTypeName()
              + ">");
      return List.of();
    }
    Supplier<?> handler = code.lazily(handlerClass.value());
    return List.of(
        new Answer(
            Throwable.class,
            later,
            (target, arguments, failure) ->
                ((FallbackHandler<?>) handler.get())
                    .handle(new Failed(guarded.method(), arguments, failure))));
  }

  private static boolean isStage(ParameterizedType type) {
    return CompletionStage.class.isAssignableFrom((Class<?>) type.getRawType());
  }

  private static boolean isVoid(GuardedMethod guarded) {
    return guarded.rawReturnType() == void.class;
  }

  private static final class Failed implements FailedInvocation {
    private final Method method;
    private final @Nullable Object[] arguments;
    private final Throwable failure;

    Failed(Method method, @Nullable Object[] arguments, Throwable failure) {
      this.method = method;
      this.arguments = arguments;
      this.failure = failure;
    }

    @Override
    public Method method() {
      return method;
    }

    @Override
    public List<@Nullable Object> arguments() {
      return new ArrayList<>(Arrays.asList(arguments));
    }

    @Override
    public Throwable failure() {
      return failure;
    }
  }
}

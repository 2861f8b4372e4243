package io.firmitas;

import io.firmitas.internal.Arguments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;

/**
 * A set of failures, given by exception types (subclasses included) and predicates. Immutable and
 * thread-safe.
 *
 * <p>All policies classify failures with this class, after {@link #unwrap}, so the synchronous and
 * the asynchronous form of a call are judged alike.
 */
public final class FailureMatcher {
  private static final FailureMatcher NONE = new FailureMatcher(List.of(), List.of());

  private final List<Class<? extends Throwable>> types;
  private final List<Predicate<? super Throwable>> predicates;
  private final boolean empty;

  private FailureMatcher(
      List<Class<? extends Throwable>> types, List<Predicate<? super Throwable>> predicates) {
    this.types = types;
    this.predicates = predicates;
    this.empty = types.isEmpty() && predicates.isEmpty();
  }

  /**
   * A matcher that matches nothing.
   *
   * @return the empty matcher
   */
  public static FailureMatcher none() {
    return NONE;
  }

  /**
   * This matcher and more types.
   *
   * @param parameter the name of the setting, for error messages
   * @param moreTypes the types; at least one
   * @return a new matcher
   */
  public FailureMatcher withTypes(String parameter, Class<? extends Throwable>[] moreTypes) {
    List<Class<? extends Throwable>> checked =
        Arrays.asList(Arguments.notNull(parameter, moreTypes));
    Arguments.notEmpty(parameter, checked);
    List<Class<? extends Throwable>> longer = new ArrayList<>(types);
    longer.addAll(checked);
    return new FailureMatcher(List.copyOf(longer), predicates);
  }

  /**
   * This matcher and one more predicate.
   *
   * @param parameter the name of the setting, for error messages
   * @param predicate the predicate
   * @return a new matcher
   */
  public FailureMatcher withPredicate(String parameter, Predicate<? super Throwable> predicate) {
    List<Predicate<? super Throwable>> longer = new ArrayList<>(predicates);
    longer.add(Arguments.notNull(parameter, predicate));
    return new FailureMatcher(types, List.copyOf(longer));
  }

  /**
   * Whether the matcher matches nothing because nothing was given.
   *
   * @return true when there are neither types nor predicates
   */
  public boolean isEmpty() {
    return empty;
  }

  /**
   * The exception types.
   *
   * @return the types, in the order in which they were given
   */
  public List<Class<? extends Throwable>> types() {
    return types;
  }

  /**
   * Whether a failure is an instance of one of the types or accepted by one of the predicates.
   *
   * @param failure the failure, already unwrapped
   * @return true when it matches
   * @throws RuntimeException what a predicate throws
   */
  public boolean matches(Throwable failure) {
    return !empty && matchesAny(failure);
  }

  private boolean matchesAny(Throwable failure) {
    if (matchesType(failure)) {
      return true;
    }
    for (Predicate<? super Throwable> predicate : predicates) {
      if (predicate.test(failure)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a failure is an instance of one of the types; predicates are not asked.
   *
   * @param failure the failure, already unwrapped
   * @return true when it matches
   */
  public boolean matchesType(Throwable failure) {
    for (Class<? extends Throwable> type : types) {
      if (type.isInstance(failure)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the failure belongs to a kind and one of the types names that kind: the kind itself or
   * a subclass of it. A broader type, such as {@code Exception} for a {@link
   * CallRejectedException}, does not name the kind.
   *
   * @param failure the failure, already unwrapped
   * @param kind the kind
   * @return true when the failure is matched by a type within the kind
   */
  public boolean names(Throwable failure, Class<? extends Throwable> kind) {
    for (Class<? extends Throwable> type : types) {
      if (kind.isAssignableFrom(type) && type.isInstance(failure)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The failure inside {@link CompletionException}s and {@link ExecutionException}s. A wrapper
   * without a cause, or one that is part of a cycle, is the failure itself.
   *
   * @param failure a failure
   * @return the innermost failure that is not such a wrapper
   */
  public static Throwable unwrap(Throwable failure) {
    return isWrapper(failure) ? innermost(failure) : failure;
  }

  /** Apart from {@link #unwrap}, whose common case then is small enough to be inlined. */
  private static Throwable innermost(Throwable failure) {
    Throwable current = failure;
    // Brent's way to find a cycle: a mark that moves on after 1, 2, 4, ... steps is met again.
    Throwable mark = failure;
    long untilNextMark = 1;
    long steps = 0;
    while (isWrapper(current)) {
      Throwable cause = current.getCause();
      if (cause == null || cause == mark) {
        return current;
      }
      current = cause;
      if (++steps == untilNextMark) {
        mark = current;
        untilNextMark *= 2;
        steps = 0;
      }
    }
    return current;
  }

  private static boolean isWrapper(Throwable failure) {
    return failure instanceof CompletionException || failure instanceof ExecutionException;
  }

  /**
   * Throws a failure: exceptions and errors as they are.
   *
   * @param failure the failure
   * @return never; the type lets the caller write {@code throw rethrow(failure)}
   * @throws Exception the failure
   */
  public static RuntimeException rethrow(Throwable failure) throws Exception {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof Exception exception) {
      throw exception;
    }
    throw new CompletionException(failure);
  }

  @Override
  public String toString() {
    List<String> names = new ArrayList<>();
    types.forEach(type -> names.add(type.getName()));
    predicates.forEach(predicate -> names.add("predicate"));
    return names.toString();
  }
}

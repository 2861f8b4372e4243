package io.firmitas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FailureMatcherTest {
  private static final IOException FAILURE = new IOException("the real one");

  /** A wrapper whose cause can be anything, itself included. */
  private static final class Wrapper extends CompletionException {
    private static final long serialVersionUID = 1L;
    private Throwable inner;

    Wrapper(Throwable inner) {
      super("wrapper");
      this.inner = inner;
    }

    @Override
    public synchronized Throwable getCause() {
      return inner;
    }
  }

  @Nested
  @DisplayName("unwrap")
  class Unwrap {
    @Test
    @DisplayName("what is no wrapper is the failure itself, whatever its cause")
    void ordinaryFailure() {
      RuntimeException failure = new RuntimeException(FAILURE);
      assertThat(FailureMatcher.unwrap(failure)).isSameAs(failure);
    }

    @Test
    @DisplayName("R5(a): a wrapper without a cause is the failure itself")
    void wrapperWithoutCause() {
      CompletionException wrapper = new CompletionException("no cause", null);
      assertThat(FailureMatcher.unwrap(wrapper)).isSameAs(wrapper);
      ExecutionException inner = new ExecutionException("no cause", null);
      assertThat(FailureMatcher.unwrap(new CompletionException(inner))).isSameAs(inner);
    }

    @Test
    @DisplayName("R5(b): wrappers within wrappers are all taken off")
    void nestedWrappers() {
      assertThat(
              FailureMatcher.unwrap(
                  new ExecutionException(
                      new CompletionException(new CompletionException(new Wrapper(FAILURE))))))
          .isSameAs(FAILURE);
    }

    @Test
    @DisplayName("R5: a wrapper that is its own cause is the failure itself")
    void ownCause() {
      Wrapper selfish = new Wrapper(null);
      selfish.inner = selfish;
      assertThat(FailureMatcher.unwrap(selfish)).isSameAs(selfish);
      assertThat(FailureMatcher.unwrap(new CompletionException(selfish))).isSameAs(selfish);
    }

    @Test
    @DisplayName("R5: a cycle of wrappers ends with one of them, also behind a straight part")
    void cycle() {
      Wrapper first = new Wrapper(null);
      Wrapper second = new Wrapper(first);
      Wrapper third = new Wrapper(second);
      first.inner = third;
      assertThat(FailureMatcher.unwrap(first)).isIn(first, second, third);
      assertThat(FailureMatcher.unwrap(new CompletionException(new CompletionException(first))))
          .isIn(first, second, third);
    }
  }

  @Property(tries = 50)
  @Label("R5: any depth of nesting is unwrapped")
  void anyDepth(@ForAll @IntRange(min = 0, max = 2_000) int depth) {
    Throwable nested = FAILURE;
    for (int level = 0; level < depth; level++) {
      nested =
          level % 2 == 0 ? new CompletionException(nested) : new ExecutionException("", nested);
    }
    assertThat(FailureMatcher.unwrap(nested)).isSameAs(FAILURE);
  }

  @Test
  @DisplayName("the empty matcher matches nothing")
  void none() {
    assertThat(FailureMatcher.none().isEmpty()).isTrue();
    assertThat(FailureMatcher.none().matches(FAILURE)).isFalse();
    assertThat(FailureMatcher.none().names(FAILURE, Exception.class)).isFalse();
  }

  @Test
  @DisplayName("types match with their subclasses; adding makes a new matcher")
  void types() {
    FailureMatcher matcher = matcher(IOException.class);
    assertThat(matcher.matches(new FileNotFoundException())).isTrue();
    assertThat(matcher.matches(new Exception())).isFalse();
    assertThat(FailureMatcher.none().isEmpty()).isTrue();
    assertThat(
            matcher.withTypes("t", FailureMatcherTest.types(IllegalStateException.class)).types())
        .containsExactly(IOException.class, IllegalStateException.class);
    assertThat(matcher.types()).containsExactly(IOException.class);
  }

  @Test
  @DisplayName("predicates are asked when no type matches, and only then")
  void predicates() {
    FailureMatcher matcher =
        matcher(IOException.class)
            .withPredicate("p", failure -> "yes".equals(failure.getMessage()));
    assertThat(matcher.matches(new Exception("yes"))).isTrue();
    assertThat(matcher.matches(new Exception("no"))).isFalse();
    assertThat(matcher.matchesType(new Exception("yes"))).isFalse();
    FailureMatcher throwing =
        matcher(IOException.class)
            .withPredicate(
                "p",
                failure -> {
                  throw new IllegalStateException("asked");
                });
    assertThat(throwing.matches(FAILURE)).isTrue();
    assertThatThrownBy(() -> throwing.matches(new Exception()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  @DisplayName("a kind is named by itself and its subclasses, not by a broader type")
  void names() {
    CancellationException cancelled = new CancellationException();
    assertThat(matcher(Exception.class).names(cancelled, CancellationException.class)).isFalse();
    assertThat(matcher(CancellationException.class).names(cancelled, CancellationException.class))
        .isTrue();
    assertThat(matcher(Exception.class).names(cancelled, Exception.class)).isTrue();
    assertThat(matcher(IOException.class).names(cancelled, Exception.class)).isFalse();
  }

  @Test
  @DisplayName("the text names the types")
  void text() {
    assertThat(matcher(IOException.class).withPredicate("p", failure -> true))
        .hasToString("[java.io.IOException, predicate]");
  }

  @Test
  @DisplayName("rethrow throws exceptions and errors as they are and wraps only other throwables")
  void rethrow() {
    AssertionError error = new AssertionError();
    Throwable exotic = new Throwable("neither");
    assertThatThrownBy(() -> FailureMatcher.rethrow(FAILURE)).isSameAs(FAILURE);
    assertThatThrownBy(() -> FailureMatcher.rethrow(error)).isSameAs(error);
    assertThatThrownBy(() -> FailureMatcher.rethrow(exotic))
        .isInstanceOf(CompletionException.class)
        .hasCause(exotic);
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only copied
  private static Class<? extends Throwable>[] types(Class<? extends Throwable>... types) {
    return types.clone();
  }

  private static FailureMatcher matcher(Class<? extends Throwable> type) {
    return FailureMatcher.none().withTypes("types", types(type));
  }
}

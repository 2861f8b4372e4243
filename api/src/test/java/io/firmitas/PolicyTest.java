package io.firmitas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PolicyTest {
  private static final IOException FAILURE = new IOException("down");

  private final List<String> seen = new ArrayList<>();

  /** A lambda policy that leaves traces. */
  private Policy<Object> traced(String name) {
    return (call, context) -> {
      seen.add("before " + name);
      try {
        return call.invoke(context);
      } finally {
        seen.add("after " + name);
      }
    };
  }

  /** A policy on an executor of the test's choice. */
  private static Policy<Object> on(Executor executor) {
    PolicyRuntime runtime = new FakeRuntime(executor);
    return new Policy<>() {
      @Override
      public Object execute(Call<? extends Object> call, Context context) throws Exception {
        return call.invoke(context);
      }

      @Override
      public PolicyRuntime runtime() {
        return runtime;
      }
    };
  }

  private static Object get(CompletableFuture<?> future) throws Exception {
    return future.get(30, TimeUnit.SECONDS);
  }

  private static Throwable failureOf(CompletableFuture<?> future) {
    Throwable[] failure = new Throwable[1];
    CompletableFuture<Object> copy =
        future.handle(
            (value, thrown) -> {
              failure[0] = thrown;
              return value;
            });
    copy.orTimeout(30, TimeUnit.SECONDS).join();
    return failure[0];
  }

  @Nested
  @DisplayName("conveniences")
  class Conveniences {
    @Test
    @DisplayName(
        "each passes the call through the policy, in the root context, and returns its type")
    void passThrough() throws Exception {
      Policy<Object> policy = traced("p");
      Callable<String> callable = () -> "callable";
      Call<Integer> call = Context::attempt;
      String fromCallable = policy.call(callable);
      int fromCall = policy.call(call);
      String fromSupplier = policy.get(() -> "supplier");
      policy.run(() -> seen.add("run"));
      String decorated = policy.decorate(() -> "decorated").call();
      assertThat(fromCallable + fromSupplier + decorated).isEqualTo("callablesupplierdecorated");
      assertThat(fromCall).isEqualTo(1);
      assertThat(seen).contains("run").filteredOn("before p"::equals).hasSize(5);
    }

    @Test
    @DisplayName("failures leave as they are")
    void failures() {
      Policy<Object> policy = traced("p");
      AssertionError error = new AssertionError();
      IllegalStateException unchecked = new IllegalStateException();
      assertThatThrownBy(
              () ->
                  policy.call(
                      () -> {
                        throw FAILURE;
                      }))
          .isSameAs(FAILURE);
      assertThatThrownBy(
              () ->
                  policy.get(
                      () -> {
                        throw unchecked;
                      }))
          .isSameAs(unchecked);
      assertThatThrownBy(
              () ->
                  policy.run(
                      () -> {
                        throw error;
                      }))
          .isSameAs(error);
    }

    @Test
    @DisplayName("get and run wrap a checked exception of the policy")
    void checkedFromThePolicy() {
      Policy<Object> failing =
          (call, context) -> {
            throw FAILURE;
          };
      assertThatThrownBy(() -> failing.get(() -> "x"))
          .isInstanceOf(CallFailedException.class)
          .hasCause(FAILURE);
      assertThatThrownBy(() -> failing.run(() -> {}))
          .isInstanceOf(CallFailedException.class)
          .hasCause(FAILURE);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    @DisplayName("H6: get and run keep the flag set when they wrap an interrupt")
    void interruptKeepsTheFlag() {
      Policy<Object> interrupted =
          (call, context) -> {
            throw new InterruptedException("while waiting");
          };
      for (Runnable use :
          List.<Runnable>of(() -> interrupted.get(() -> "x"), () -> interrupted.run(() -> {}))) {
        assertThatThrownBy(use::run)
            .isInstanceOf(CallFailedException.class)
            .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
      }
    }

    @Test
    @DisplayName("null calls are refused by name")
    void nulls() {
      Policy<Object> policy = traced("p");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> policy.call((Callable<Object>) null))
          .withMessageContaining("call");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> policy.call((Call<Object>) null))
          .withMessageContaining("call");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> policy.get(null))
          .withMessageContaining("supplier");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> policy.run(null))
          .withMessageContaining("runnable");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> policy.callAsync((AsyncCall<Object>) null))
          .withMessageContaining("call");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> policy.callAsync((Callable<CompletableFuture<Object>>) null))
          .withMessageContaining("call");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> policy.submit(null))
          .withMessageContaining("call");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> policy.decorate(null))
          .withMessageContaining("call");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> policy.around(null))
          .withMessageContaining("inner");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Policy.of(null, (call, context) -> null))
          .withMessageContaining("sync");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Policy.of(policy, null))
          .withMessageContaining("async");
    }
  }

  @Nested
  @DisplayName("the asynchronous form of a lambda")
  class LambdaAsync {
    @Test
    @DisplayName("runs the policy on the executor and waits there for the stage")
    void runsOnTheExecutor() throws Exception {
      AtomicReference<Thread> thread = new AtomicReference<>();
      CompletableFuture<String> source = new CompletableFuture<>();
      Policy<Object> policy =
          (call, context) -> {
            thread.set(Thread.currentThread());
            return call.invoke(context) + "!";
          };
      CompletableFuture<Object> result = policy.executeAsync(context -> source, Context.root());
      assertThat(result).isNotDone();
      source.complete("value");
      assertThat(get(result)).isEqualTo("value!");
      assertThat(thread.get()).isNotSameAs(Thread.currentThread());
    }

    @Test
    @DisplayName("completes with the failure itself, unwrapped, thrown or in the stage")
    void failures() {
      Policy<Object> policy = traced("p");
      AsyncCall<Object> throwing =
          context -> {
            throw FAILURE;
          };
      assertThat(failureOf(policy.callAsync(throwing))).isSameAs(FAILURE);
      assertThat(
              failureOf(
                  policy.callAsync(
                      context ->
                          CompletableFuture.failedFuture(
                              new CompletionException(new ExecutionException(FAILURE))))))
          .isSameAs(FAILURE);
      AsyncCall<Object> nothing = context -> null;
      assertThat(failureOf(policy.callAsync(nothing))).isInstanceOf(NullPointerException.class);
    }

    @Test
    @DisplayName("cancelling the future interrupts the policy and cancels the stage")
    void cancel() throws Exception {
      CompletableFuture<String> source = new CompletableFuture<>();
      CountDownLatch started = new CountDownLatch(1);
      CompletableFuture<Object> result =
          traced("p")
              .executeAsync(
                  context -> {
                    started.countDown();
                    return source;
                  },
                  Context.root());
      assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(result.cancel(true)).isTrue();
      assertThatThrownBy(() -> source.get(30, TimeUnit.SECONDS))
          .isInstanceOf(CancellationException.class);
      assertThat(result.isCancelled()).isTrue();
    }

    @Test
    @DisplayName("a stage without toCompletableFuture() is awaited all the same")
    void minimalStage() throws Exception {
      CompletableFuture<String> source =
          new CompletableFuture<>() {
            @Override
            public CompletableFuture<String> toCompletableFuture() {
              throw new UnsupportedOperationException("optional by contract");
            }
          };
      CompletableFuture<Object> result =
          traced("p").executeAsync(context -> source, Context.root());
      source.complete("value");
      assertThat(get(result)).isEqualTo("value");
    }
  }

  @Nested
  @DisplayName("submit")
  class Submit {
    private final Queue<Runnable> queue = new ArrayDeque<>();

    @Test
    @DisplayName("runs the call on the executor")
    void runs() throws Exception {
      assertThat(get(traced("p").submit(() -> "value"))).isEqualTo("value");
      assertThat(
              failureOf(
                  traced("p")
                      .submit(
                          () -> {
                            throw FAILURE;
                          })))
          .isSameAs(FAILURE);
    }

    @Test
    @DisplayName("F15: a task cancelled before its start never runs, and the future is cancelled")
    void cancelBeforeStart() {
      AtomicBoolean ran = new AtomicBoolean();
      PolicyRuntime runtime = new FakeRuntime(queue::add);
      CompletableFuture<Boolean> future =
          runtime.submit(
              () -> {
                ran.set(true);
                return true;
              });
      assertThat(future.cancel(true)).isTrue();
      queue.remove().run();
      assertThat(ran).isFalse();
      assertThat(future).isCancelled();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    @DisplayName("F15: a policy whose task is cancelled before its start is told")
    void cancelBeforeStartThroughAPolicy() {
      CompletableFuture<Object> future = on(queue::add).submit(() -> "never");
      assertThat(future.cancel(true)).isTrue();
      assertThat(future).isCancelled();
      queue.forEach(Runnable::run);
    }

    @Test
    @DisplayName("cancelling a running task interrupts it, and the interrupt stays within the task")
    void cancelWhileRunning() throws Exception {
      CountDownLatch started = new CountDownLatch(1);
      CountDownLatch ended = new CountDownLatch(1);
      AtomicBoolean interrupted = new AtomicBoolean();
      AtomicBoolean flagAfterwards = new AtomicBoolean(true);
      Executor oneThread =
          task ->
              new Thread(
                      () -> {
                        task.run();
                        flagAfterwards.set(Thread.currentThread().isInterrupted());
                        ended.countDown();
                      })
                  .start();
      CompletableFuture<Object> future =
          new FakeRuntime(oneThread)
              .submit(
                  () -> {
                    started.countDown();
                    while (!Thread.currentThread().isInterrupted()) {
                      Thread.onSpinWait();
                    }
                    interrupted.set(true);
                    return "late";
                  });
      assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(future.cancel(true)).isTrue();
      assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(interrupted).isTrue();
      assertThat(flagAfterwards).isFalse();
      assertThat(future).isCancelled();
    }

    @Test
    @DisplayName("an executor that rejects fails the future; nothing is thrown")
    void rejected() {
      RejectedExecutionException full = new RejectedExecutionException("full");
      Executor rejecting =
          task -> {
            throw full;
          };
      assertThat(failureOf(new FakeRuntime(rejecting).submit(() -> "x"))).isSameAs(full);
      assertThat(failureOf(on(rejecting).submit(() -> "x"))).isSameAs(full);
      assertThat(
              failureOf(on(rejecting).callAsync(context -> CompletableFuture.completedFuture("x"))))
          .isSameAs(full);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new FakeRuntime(rejecting).submit(null))
          .withMessageContaining("task");
    }

    @Test
    @DisplayName("dependents are ordinary futures: cancelling one does not cancel the task")
    void dependents() throws Exception {
      CompletableFuture<String> task = new FakeRuntime(queue::add).submit(() -> "value");
      CompletableFuture<Integer> dependent = task.thenApply(String::length);
      dependent.cancel(true);
      queue.remove().run();
      assertThat(get(task)).isEqualTo("value");
    }
  }

  @Nested
  @DisplayName("await")
  class Await {
    private final PolicyRuntime runtime = new FakeRuntime();

    @Test
    @DisplayName("hands out the value or the unwrapped failure")
    void outcome() throws Exception {
      assertThat(runtime.<String>await(CompletableFuture.completedFuture("v"))).isEqualTo("v");
      assertThatThrownBy(
              () -> runtime.await(CompletableFuture.failedFuture(new CompletionException(FAILURE))))
          .isSameAs(FAILURE);
      AssertionError error = new AssertionError();
      assertThatThrownBy(() -> runtime.await(CompletableFuture.failedFuture(error)))
          .isSameAs(error);
    }

    @Test
    @DisplayName("R17: an interrupt cancels the stage and leaves as InterruptedException")
    void interrupted() {
      CompletableFuture<String> source = new CompletableFuture<>();
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> runtime.await(source)).isInstanceOf(InterruptedException.class);
      assertThat(source).isCancelled();
      assertThat(Thread.interrupted()).isFalse();
    }
  }

  @Nested
  @DisplayName("a policy of two forms")
  class TwoForms {
    @Test
    @DisplayName("uses each form for its kind of call")
    void uses() throws Exception {
      Policy<String> policy =
          Policy.of(
              (call, context) -> "sync",
              (call, context) -> CompletableFuture.completedFuture("async"));
      String sync = policy.call(() -> "x");
      assertThat(sync).isEqualTo("sync");
      assertThat(get(policy.callAsync(context -> new CompletableFuture<String>())))
          .isEqualTo("async");
    }

    @Test
    @DisplayName("an asynchronous form that throws or returns null gives a failed future")
    void brokenForm() {
      Policy.AsyncForm<Object> throwing =
          (call, context) -> {
            throw new CompletionException(FAILURE);
          };
      Policy<Object> sync = (call, context) -> call.invoke(context);
      assertThat(failureOf(Policy.of(sync, throwing).submit(() -> "x"))).isSameAs(FAILURE);
      assertThat(failureOf(Policy.of(sync, (call, context) -> null).submit(() -> "x")))
          .isInstanceOf(NullPointerException.class)
          .hasMessageContaining("null");
    }
  }

  @Nested
  @DisplayName("composition")
  class Composition {
    @Test
    @DisplayName("the first argument of wrap is outermost")
    void firstIsOutermost() throws Exception {
      Policy<Object> composed = Policies.wrap(traced("a"), traced("b"), traced("c"));
      String result = composed.call(() -> "x");
      assertThat(result).isEqualTo("x");
      assertThat(seen)
          .containsExactly("before a", "before b", "before c", "after c", "after b", "after a");
      assertThat(composed.describe()).isEqualTo("policy > policy > policy");
      assertThat(composed).hasToString(composed.describe());
    }

    @Test
    @DisplayName("the same order holds asynchronously")
    void asynchronousOrder() throws Exception {
      Policy<Object> composed = Policies.wrap(traced("a"), traced("b"));
      assertThat(get(composed.callAsync(context -> CompletableFuture.completedFuture("x"))))
          .isEqualTo("x");
      assertThat(seen).containsExactly("before a", "before b", "after b", "after a");
    }

    @Test
    @DisplayName("one policy alone is itself; none, or null among them, is refused")
    void borders() {
      Policy<Object> policy = traced("a");
      assertThat(Policies.wrap(policy)).isSameAs(policy);
      assertThatIllegalArgumentException()
          .isThrownBy(Policies::wrap)
          .withMessageContaining("at least one policy")
          .withMessageContaining(";");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Policies.wrap(policy, null))
          .withMessageContaining("policy 2 of wrap");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Policies.wrap((Policy<Object>[]) null))
          .withMessageContaining("outermostFirst");
    }

    @Test
    @DisplayName("wrap reads its arguments once: changing the array later changes nothing")
    void arrayIsCopied() throws Exception {
      @SuppressWarnings({"unchecked", "rawtypes"})
      Policy<Object>[] policies = new Policy[] {traced("a"), traced("b")};
      Policy<Object> composed = Policies.wrap(policies);
      policies[0] = traced("changed");
      policies[1] = traced("changed");
      composed.run(() -> {});
      assertThat(seen).doesNotContain("before changed");
    }

    @Test
    @DisplayName("the runtime is that of the outermost policy that has one of its own")
    void runtime() {
      Policy<Object> own = on(Runnable::run);
      assertThat(Policies.wrap(traced("a"), own).runtime()).isSameAs(own.runtime());
      assertThat(Policies.wrap(own, traced("a")).runtime()).isSameAs(own.runtime());
      assertThat(Policies.wrap(traced("a"), traced("b")).runtime())
          .isSameAs(PolicyRuntime.system());
    }

    @Test
    @DisplayName("around puts a policy inside")
    void around() throws Exception {
      traced("outer").around(traced("inner")).run(() -> {});
      assertThat(seen).startsWith("before outer", "before inner");
    }

    @Test
    @DisplayName("when() asks its condition for each call and passes on what it throws")
    void when() throws Exception {
      Policy<Object> choosing =
          Policies.when(context -> context.attempt() == 1, traced("then"), traced("otherwise"));
      choosing.execute(context -> "x", Context.root());
      choosing.execute(context -> "x", Context.root().withAttempt(2));
      assertThat(seen)
          .containsExactly("before then", "after then", "before otherwise", "after otherwise");
      assertThat(choosing.describe()).isEqualTo("when(policy, policy)");
      IllegalStateException broken = new IllegalStateException();
      Policy<Object> failing =
          Policies.when(
              context -> {
                throw broken;
              },
              traced("a"),
              traced("b"));
      assertThatThrownBy(() -> failing.call(() -> "x")).isSameAs(broken);
      assertThat(failureOf(failing.submit(() -> "x"))).isSameAs(broken);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Policies.when(null, traced("a"), traced("b")))
          .withMessageContaining("condition");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Policies.when(context -> true, null, traced("b")))
          .withMessageContaining("then");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Policies.when(context -> true, traced("a"), null))
          .withMessageContaining("otherwise");
    }
  }
}

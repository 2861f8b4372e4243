package io.firmitas.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Context;
import io.firmitas.Policy;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A scripted call")
class ScriptedCallTest {
  private final IOException failure = new IOException("no");
  private final VirtualRuntime runtime = new VirtualRuntime();

  @Test
  @DisplayName("plays its outcomes in order, repeats the last and counts")
  void plays() throws Exception {
    ScriptedCall<String> call =
        new ScriptedCall<String>().fail(2, failure).succeed("a").succeed("b");
    assertThatThrownBy(call::call).isSameAs(failure);
    assertThatThrownBy(call::call).isSameAs(failure);
    assertThat(call.call()).isEqualTo("a");
    assertThat(call.call()).isEqualTo("b");
    assertThat(call.call()).isEqualTo("b");
    assertThat(call.count()).isEqualTo(5);
  }

  @Test
  @DisplayName("plays one script in all its forms and keeps the contexts")
  void allForms() throws Exception {
    Error error = new AssertionError("error");
    Context second = Context.root().withAttempt(2);
    ScriptedCall<String> call =
        new ScriptedCall<String>().succeed("one").succeed("two").succeed("three").fail(error);
    assertThat(call.call()).isEqualTo("one");
    assertThat(call.asCall().invoke(second)).isEqualTo("two");
    assertThat(call.asAsyncCall().invoke(second).toCompletableFuture().join()).isEqualTo("three");
    assertThat(call.asAsyncCall().invoke(second))
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCause(error);
    assertThat(call.contexts()).containsExactly(Context.root(), second, second, second);
  }

  @Test
  @DisplayName("can be given to a policy as it is")
  void fitsPolicies() throws Exception {
    Policy<Object> transparent = (call, context) -> call.invoke(context);
    ScriptedCall<String> call = new ScriptedCall<String>().succeed("x");
    String plain = transparent.call(call);
    String withContext = transparent.call(call.asCall());
    assertThat(plain).isEqualTo(withContext).isEqualTo("x");
  }

  @Test
  @DisplayName("takes virtual time where it was told to")
  void takesTime() throws Exception {
    ScriptedCall<String> call =
        new ScriptedCall<String>()
            .succeed("fast")
            .taking(Duration.ofSeconds(3), runtime)
            .succeed("slow");
    assertThat(call.call()).isEqualTo("fast");
    assertThat(runtime.elapsed()).isZero();
    assertThat(call.call()).isEqualTo("slow");
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  @DisplayName("completes its stage by a timer, with the value or the failure")
  void takesTimeAsynchronously() throws Exception {
    ScriptedCall<String> call =
        new ScriptedCall<String>()
            .taking(Duration.ofSeconds(3), runtime)
            .succeed("slow")
            .fail(failure);
    assertThat(runtime.<String>await(call.asAsyncCall().invoke(Context.root()))).isEqualTo("slow");
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(3));
    assertThatThrownBy(() -> runtime.await(call.asAsyncCall().invoke(Context.root())))
        .isSameAs(failure);
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  @DisplayName("cancels its timer with its stage")
  void cancelsTimer() throws Exception {
    ScriptedCall<String> call =
        new ScriptedCall<String>().taking(Duration.ofSeconds(3), runtime).succeed("slow");
    call.asAsyncCall().invoke(Context.root()).toCompletableFuture().cancel(true);
    assertThat(runtime.pendingTimers()).isZero();
  }

  @Test
  @DisplayName("fails its stage when the runtime is closed before the time has come")
  void abandoned() throws Exception {
    ScriptedCall<String> call =
        new ScriptedCall<String>().taking(Duration.ofSeconds(3), runtime).succeed("slow");
    var stage = call.asAsyncCall().invoke(Context.root());
    runtime.close();
    assertThatThrownBy(() -> runtime.await(stage)).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  @DisplayName("refuses to play an empty script with an error that no policy handles")
  void empty() {
    assertThatThrownBy(new ScriptedCall<String>()::call)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the script is empty");
  }
}

package io.firmitas.impl.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.Context;
import io.firmitas.event.PolicyListener;
import io.firmitas.impl.CapturedLog;
import io.firmitas.sources.Sources;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What people read in the log. */
class SourcesLogTest {
  @RegisterExtension final CapturedLog log = new CapturedLog();

  /** How a call reaches the sources. */
  private enum Form {
    SYNC {
      @Override
      void call(Sources<String> sources, VirtualRuntime time) throws Exception {
        sources.call(SourcesLogTest::answer);
      }
    },
    ASYNC {
      @Override
      void call(Sources<String> sources, VirtualRuntime time) throws Exception {
        time.await(sources.callAsync(SourcesLogTest::answerAsync));
      }
    },
    SUBMIT {
      @Override
      void call(Sources<String> sources, VirtualRuntime time) throws Exception {
        time.await(sources.submit(SourcesLogTest::answer));
      }
    };

    abstract void call(Sources<String> sources, VirtualRuntime time) throws Exception;
  }

  /** Source a fails. */
  private static String answer(String source, Context context) throws IOException {
    if (source.equals("a")) {
      throw new IOException("down");
    }
    return source;
  }

  private static CompletableFuture<String> answerAsync(String source, Context context) {
    try {
      return CompletableFuture.completedFuture(answer(source, context));
    } catch (IOException down) {
      return CompletableFuture.failedFuture(down);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName("SR-10 G60 G62: a warning for each failed try and one when a source is disabled")
  void warnsOnceForEachDisabling(Form form) throws Exception {
    VirtualRuntime time = new VirtualRuntime();
    Sources<String> sources =
        Sources.<String>builder("CDN")
            .runtime(time)
            .listener(PolicyListener.logging())
            .add("a", "a")
            .add("b", "b")
            .openTime(Duration.ofSeconds(60))
            .build();

    for (int calls = 0; calls < 5; calls++) {
      form.call(sources, time);
    }

    String failed = "CDN: source a failed: java.io.IOException: down";
    assertThat(log.messages(Level.WARNING))
        .containsExactly(
            failed, failed, failed, "CDN: source 'a' disabled after 3 failures for 60.00s");
  }

  @Test
  @DisplayName("SR-10: until reset is said so")
  void saysUntilReset() throws Exception {
    Sources<String> sources =
        Sources.<String>builder("CDN")
            .runtime(new VirtualRuntime())
            .listener(PolicyListener.logging())
            .add("a", "a")
            .add("b", "b")
            .failureThreshold(1)
            .untilReset()
            .build();

    sources.call(SourcesLogTest::answer);

    assertThat(log.messages(Level.WARNING))
        .contains("CDN: source 'a' disabled after 1 failure until reset");
  }

  @Test
  @DisplayName("SR-11 G65: a skipped source is a warning even when nobody listens")
  void warnsAboutSkippedSources() {
    Sources.<String>builder("CDN")
        .runtime(new VirtualRuntime())
        .add("raw", "raw")
        .add("good", "good")
        .skip("raw"::equals)
        .build();

    assertThat(log.messages(Level.WARNING))
        .containsExactly("CDN: source 'raw' skipped: the skip condition holds for it");
  }
}

package io.firmitas.examples.demo;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.BiConsumer;

/** A real HTTP server on the loopback address that answers for all three sources, as scripted. */
final class Origin implements AutoCloseable {
  private final Map<Source, Replies> replies = new EnumMap<>(Source.class);
  private final WireMockServer server;
  private volatile BiConsumer<Source, Request> listener = (source, request) -> {};

  /** Starts the server. */
  Origin() {
    for (Source source : Source.values()) {
      replies.put(source, new Replies());
    }
    server =
        new WireMockServer(
            wireMockConfig()
                .bindAddress("127.0.0.1")
                .dynamicPort()
                .disableRequestJournal()
                .extensions(new Scripted()));
    server.start();
    server.stubFor(any(anyUrl()).willReturn(ok()));
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.port());
  }

  /** Tells of each request when it arrives. */
  void watch(BiConsumer<Source, Request> newListener) {
    listener = newListener;
  }

  /** Answers the next requests of a source this way, and those after them as usual. */
  void disturb(Source source, Reply reply, int times) {
    of(source).scripted(Collections.nCopies(times, reply));
  }

  /** Answers all requests this way from now on. */
  void answerAll(Reply reply) {
    replies.values().forEach(each -> each.usual(reply));
  }

  private Replies of(Source source) {
    Replies found = replies.get(source);
    if (found == null) {
      throw new IllegalArgumentException("no source " + source);
    }
    return found;
  }

  @Override
  public void close() {
    server.stop();
  }

  /**
   * A request arrived.
   *
   * @param repeat whether the HTTP client has sent it before, on its own account
   */
  record Request(boolean repeat) {}

  /** What one source answers: first what is scripted, then the usual. */
  private static final class Replies {
    private final Queue<Reply> scripted = new ArrayDeque<>();
    private Reply usual = Reply.healthy();
    private Reply last = usual;
    private String lastAttempt = "";

    synchronized void scripted(Iterable<Reply> next) {
      scripted.clear();
      next.forEach(scripted::add);
    }

    synchronized void usual(Reply reply) {
      scripted.clear();
      usual = reply;
    }

    synchronized boolean isRepeat(String attempt) {
      boolean repeat = attempt.equals(lastAttempt);
      lastAttempt = attempt;
      return repeat;
    }

    synchronized Reply next(boolean repeat) {
      if (!repeat) {
        Reply next = scripted.poll();
        last = next == null ? usual : next;
      }
      return last;
    }
  }

  private final class Scripted implements ResponseDefinitionTransformerV2 {
    @Override
    public ResponseDefinition transform(ServeEvent event) {
      Source source = Source.of(event.getRequest().getUrl().split("/", -1)[1]);
      Replies own = of(source);
      boolean repeat = own.isRepeat(event.getRequest().getHeader(CdnClient.ATTEMPT));
      listener.accept(source, new Request(repeat));
      return own.next(repeat).definition();
    }

    @Override
    public String getName() {
      return "scripted";
    }
  }
}

package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.event.CircuitState;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: health endpoint")
@ExtendWith(FirmitasExtension.class)
class HealthRecipeTest {
  private final VirtualRuntime runtime =
      new VirtualRuntime().setInstant(Instant.parse("2030-05-01T10:00:00Z"));
  private final CircuitBreaker cdn =
      CircuitBreaker.builder("cdn").failureThreshold(2).runtime(runtime).build();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/health", exchange -> answer(exchange, cdn));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    runtime.close();
  }

  // snippet: recipe-health
  private static void answer(HttpExchange exchange, CircuitBreaker breaker) throws IOException {
    CircuitBreakerSnapshot now = breaker.snapshot(); // one consistent record
    boolean healthy = now.state() == CircuitState.CLOSED;
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(healthy ? 200 : 503, 0);
    try (OutputStream body = exchange.getResponseBody();
        JsonGenerator json = new JsonFactory().createGenerator(body)) {
      json.writeStartObject();
      json.writeStringField("status", healthy ? "healthy" : "degraded");
      json.writeStringField("state", now.state().text());
      json.writeNumberField("failures", now.failures());
      json.writeNumberField("threshold", now.threshold());
      json.writeNumberField("timeout", now.openTime().toSeconds());
      if (now.lastFailureTime().isPresent()) {
        json.writeStringField("last_failure", now.lastFailureTime().get().toString());
      }
      json.writeEndObject();
    }
  }

  // end

  private String health() throws Exception {
    URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + "/health");
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    return response.statusCode() + " " + response.body();
  }

  @Test
  @DisplayName("T132: there is no last failure before the first one")
  void fresh() throws Exception {
    assertThat(health())
        .isEqualTo(
            """
            200 {"status":"healthy","state":"closed","failures":0,"threshold":2,"timeout":60}\
            """);
    cdn.recordFailure(new IOException("down"));
    assertThat(health())
        .isEqualTo(
            """
            200 {"status":"healthy","state":"closed","failures":1,"threshold":2,"timeout":60,\
            "last_failure":"2030-05-01T10:00:00Z"}\
            """);
  }

  @Test
  @DisplayName("T131: 200 when closed, 503 when open and when half-open, over HTTP")
  void states() throws Exception {
    cdn.recordFailure(new IOException("down"));
    cdn.recordFailure(new IOException("down"));
    assertThat(health())
        .isEqualTo(
            """
            503 {"status":"degraded","state":"open","failures":2,"threshold":2,"timeout":60,\
            "last_failure":"2030-05-01T10:00:00Z"}\
            """);

    runtime.advance(Duration.ofMinutes(1));
    assertThat(health())
        .startsWith("503 {\"status\":\"degraded\",\"state\":\"half_open\",\"failures\":2,");

    assertThat(cdn.<String>call(() -> "up")).isEqualTo("up");
    assertThat(health())
        .startsWith("200 {\"status\":\"healthy\",\"state\":\"closed\",\"failures\":0,");
  }
}

package io.firmitas.examples.recipes;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.firmitas.examples.recipes.HttpFailures.NetworkException;
import io.firmitas.examples.recipes.HttpFailures.NotFoundException;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: everything together, over HTTP")
@ExtendWith(FirmitasExtension.class)
class HttpClientRecipeTest {
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<String> log = new ArrayList<>();
  private WireMockServer server;

  @BeforeEach
  void start() {
    server = new WireMockServer(options().bindAddress("127.0.0.1").dynamicPort());
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  private String read(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
    HttpResponse<String> response;
    try {
      response =
          client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException broken) {
      throw new NetworkException(path, 0);
    }
    return HttpFailures.read(path, response.statusCode(), response.body());
  }

  private void answer(String from, String to, boolean breaks) {
    server.stubFor(
        get("/items")
            .inScenario("recovery")
            .whenScenarioStateIs(from)
            .willSetStateTo(to)
            .willReturn(
                breaks
                    ? aResponse().withFault(Fault.RANDOM_DATA_THEN_CLOSE)
                    : okJson("{\"items\": 3}")));
  }

  @Test
  @DisplayName("Z88: two lost connections, then 200: three hits; a 404: one hit")
  void lostConnections(VirtualRuntime runtime) throws Exception {
    answer(Scenario.STARTED, "lost once", true);
    answer("lost once", "lost twice", true);
    answer("lost twice", "well", false);
    var api = ProtectedClient.policy(runtime, log::add);

    assertThat(api.call(() -> read("/items"))).isEqualTo("{\"items\": 3}");
    assertThat(log).containsExactly("retry 1", "retry 2");
    server.verify(3, getRequestedFor(urlEqualTo("/items")));

    assertThatThrownBy(() -> api.call(() -> read("/missing")))
        .isInstanceOf(NotFoundException.class);
    server.verify(1, getRequestedFor(urlEqualTo("/missing")));
    assertThat(log).hasSize(2);
  }
}

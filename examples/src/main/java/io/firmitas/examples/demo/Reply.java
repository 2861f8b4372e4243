package io.firmitas.examples.demo;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import java.time.Duration;

/** How the origin answers a request. */
record Reply(String text, ResponseDefinition definition) {
  static Reply healthy() {
    return of("200", WireMock.ok("Welcome"));
  }

  static Reply slow(Duration delay) {
    return of(
        "200 after " + Text.of(delay),
        WireMock.ok("Sorry for the delay").withFixedDelay((int) delay.toMillis()));
  }

  static Reply status(int status) {
    return of(Integer.toString(status), WireMock.status(status));
  }

  static Reply unavailable(Duration retryAfter) {
    return of(
        "503, Retry-After: " + retryAfter.toSeconds(),
        WireMock.status(503).withHeader("Retry-After", Long.toString(retryAfter.toSeconds())));
  }

  static Reply reset() {
    return of("connection reset", WireMock.aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
  }

  private static Reply of(String text, ResponseDefinitionBuilder response) {
    return new Reply(text, response.build());
  }
}

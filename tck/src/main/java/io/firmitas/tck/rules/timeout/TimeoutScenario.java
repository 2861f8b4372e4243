package io.firmitas.tck.rules.timeout;

import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.timeout.Timeout;
import java.time.Duration;

/** Timeouts of whole seconds, and calls that take their time. */
abstract class TimeoutScenario extends Scenario {
  final Timeout oneSecond() {
    return timeout(Timeout.builder(seconds(1)));
  }

  final Timeout ofSeconds(String name, long seconds) {
    return timeout(Timeout.builder(seconds(seconds)).name(name));
  }

  final ScriptedCall<String> taking(Duration duration) {
    return new ScriptedCall<String>().taking(duration, time).succeed("page");
  }
}

package io.firmitas.tck.monitor;

import io.firmitas.PolicyProvider;
import io.firmitas.tck.FirmitasConformance;

class MonitorConformanceTest extends FirmitasConformance {
  @Override
  public PolicyProvider provider() {
    return new MonitorProvider();
  }
}

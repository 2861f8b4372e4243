package io.firmitas.impl;

import io.firmitas.tck.FirmitasConformance;

class ImplConformanceTest extends FirmitasConformance {}

package io.firmitas.impl.breaker;

/**
 * Why a call was let through: the period of the breaker that admitted it, or one of the probes of a
 * half-open period. It is the stamp by which an outcome finds out whether it still counts.
 */
abstract sealed class Admission permits Period, Probe {}

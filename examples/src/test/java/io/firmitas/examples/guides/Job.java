package io.firmitas.examples.guides;

/** What the examples wait for. */
record Job(String id, boolean pending) {}

package io.firmitas.examples.guides;

/** What the examples fetch. */
record Page(String text) {}

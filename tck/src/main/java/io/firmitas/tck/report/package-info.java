/** The conformance report: what became of each rule of the specification. */
@NullMarked
package io.firmitas.tck.report;

import org.jspecify.annotations.NullMarked;

/** What the report of the effective configuration is made of. */
@NullMarked
package io.firmitas.cdi.internal.report;

import org.jspecify.annotations.NullMarked;

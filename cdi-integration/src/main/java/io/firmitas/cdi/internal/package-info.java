/**
 * The interceptor, the table of guards it uses, and the extension that fills and checks the table
 * at deployment.
 */
@NullMarked
package io.firmitas.cdi.internal;

import org.jspecify.annotations.NullMarked;

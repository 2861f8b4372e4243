/** Objects of classes that settings name: beans, or made and injected for the purpose. */
@NullMarked
package io.firmitas.cdi.internal.instance;

import org.jspecify.annotations.NullMarked;

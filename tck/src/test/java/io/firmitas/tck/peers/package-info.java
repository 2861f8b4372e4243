/**
 * Other libraries behind the API of Firmitas, each in its best configuration. What a library cannot
 * express is refused and so reported as not applicable; where it does something else, the rules
 * that it fails are written down with the reason.
 */
package io.firmitas.tck.peers;

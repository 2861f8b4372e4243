package io.firmitas.cdi.internal.config;

import io.firmitas.cdi.internal.settings.Setting;

/**
 * A value of a setting and where it comes from.
 *
 * @param setting the setting
 * @param value the value
 * @param origin the key or annotation with the value as it was written, for messages
 * @param level how strong the source is; smaller is stronger
 * @param <V> the type of the value
 */
public record Value<V>(Setting<V> setting, V value, String origin, int level) {}

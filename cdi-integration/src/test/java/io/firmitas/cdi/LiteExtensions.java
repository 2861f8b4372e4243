package io.firmitas.cdi;

import io.firmitas.cdi.extension.BuildCompatiblePolicyExtension;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.SkipIfPortableExtensionPresent;
import jakarta.enterprise.inject.spi.Extension;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jboss.weld.lite.extension.translator.LiteExtensionTranslator;

/**
 * Makes Weld run the build compatible extension. Weld, which has portable extensions as well, skips
 * one that says that there is a portable one, so this is the same class without that annotation.
 */
final class LiteExtensions extends ClassLoader {
  private static final String MARK = SkipIfPortableExtensionPresent.class.getSimpleName();

  private LiteExtensions(ClassLoader parent) {
    super(parent);
  }

  /** What Weld runs build compatible extensions with. */
  static Extension translator(ClassLoader loader) {
    return new LiteExtensionTranslator(Set.of(new LiteExtensions(loader).withoutMark()), loader);
  }

  private Class<? extends BuildCompatibleExtension> withoutMark() {
    Class<?> original = BuildCompatiblePolicyExtension.class;
    String file = original.getSimpleName() + ".class";
    try (InputStream stream = original.getResourceAsStream(file)) {
      String code = new String(stream.readAllBytes(), StandardCharsets.ISO_8859_1);
      // Reflection passes over annotations whose type does not exist.
      byte[] copy =
          code.replace(MARK, "x".repeat(MARK.length())).getBytes(StandardCharsets.ISO_8859_1);
      return defineClass(original.getName(), copy, 0, copy.length)
          .asSubclass(BuildCompatibleExtension.class);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}

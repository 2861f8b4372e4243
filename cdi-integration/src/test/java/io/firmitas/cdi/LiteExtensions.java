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
 * one that says that there is a portable one, so these are the same classes without that
 * annotation.
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
    try {
      return loadClass(BuildCompatiblePolicyExtension.class.getName())
          .asSubclass(BuildCompatibleExtension.class);
    } catch (ClassNotFoundException impossible) {
      throw new LinkageError("the extension", impossible);
    }
  }

  /** All classes of the package are copied, since they see each other within one loader only. */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    boolean isCopied =
        name.startsWith(BuildCompatiblePolicyExtension.class.getPackageName() + ".")
            && !name.contains("package-info");
    if (!isCopied) {
      return super.loadClass(name, resolve);
    }
    Class<?> known = findLoadedClass(name);
    return known == null ? copy(name) : known;
  }

  private Class<?> copy(String name) throws ClassNotFoundException {
    try (InputStream stream = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (stream == null) {
        throw new ClassNotFoundException(name);
      }
      String code = new String(stream.readAllBytes(), StandardCharsets.ISO_8859_1);
      // Reflection passes over annotations whose type does not exist.
      byte[] copy =
          code.replace(MARK, "x".repeat(MARK.length())).getBytes(StandardCharsets.ISO_8859_1);
      return defineClass(name, copy, 0, copy.length);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}

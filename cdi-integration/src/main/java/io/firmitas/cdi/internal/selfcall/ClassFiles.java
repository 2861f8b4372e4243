package io.firmitas.cdi.internal.selfcall;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/**
 * The class files of classes, each read once. A class that was made at run time, or whose file is
 * gone as in a native image, has none. Used by one thread.
 */
final class ClassFiles {
  private static final System.Logger LOG = System.getLogger("io.firmitas.cdi");

  private final Map<String, Optional<ClassNode>> known = new HashMap<>();

  Optional<ClassNode> read(Class<?> type) {
    return read(type.getName(), type);
  }

  /**
   * Reads a class that need not be loaded.
   *
   * @param name the name of the class
   * @param neighbour a class of the same package
   */
  Optional<ClassNode> read(String name, Class<?> neighbour) {
    Optional<ClassNode> found = known.get(name);
    if (found == null) {
      found = Optional.ofNullable(load(name, neighbour));
      known.put(name, found);
    }
    return found;
  }

  private static @Nullable ClassNode load(String name, Class<?> neighbour) {
    String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
    try (InputStream stream = neighbour.getResourceAsStream(file)) {
      if (stream == null) {
        unreadable(name, "it has no class file");
        return null;
      }
      ClassNode node = new ClassNode();
      new ClassReader(stream).accept(node, ClassReader.SKIP_FRAMES);
      if (!node.name.equals(name.replace('.', '/'))) {
        unreadable(name, "its class file has another class");
        return null;
      }
      return node;
    } catch (IOException | RuntimeException broken) {
      // The reader throws various runtime exceptions at files that it does not understand.
      unreadable(name, broken.toString());
      return null;
    }
  }

  static void unreadable(String name, String why) {
    LOG.log(
        Level.DEBUG, "no look for calls of " + name + " on itself, which pass policies by: " + why);
  }
}

package io.firmitas.architecture;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What other modules see of a module, as text: the directives of its descriptor and, class by
 * class, what {@code javap -protected} prints. Both are sorted, so that moving code or changing the
 * JDK changes nothing. What javap does not print is added where it is part of the promise:
 * permitted subclasses and defaults of annotation members.
 */
final class PublicSignatures {

  private static final ToolProvider JAVAP = ToolProvider.findFirst("javap").orElseThrow();

  private PublicSignatures() {}

  static List<String> of(PublishedModule module) {
    Set<String> exported =
        module.descriptor().exports().stream()
            .filter(each -> !each.isQualified())
            .map(Exports::source)
            .collect(Collectors.toSet());
    List<String> lines = new ArrayList<>(directives(module.descriptor(), exported));
    module.classNames().stream()
        .map(PublicSignatures::load)
        .filter(type -> exported.contains(type.getPackageName()) && isVisible(type))
        .map(type -> describe(type, module))
        .forEach(lines::addAll);
    return lines;
  }

  private static List<String> directives(ModuleDescriptor descriptor, Collection<String> exported) {
    List<String> lines = new ArrayList<>();
    lines.add("module " + descriptor.name() + " {");
    Stream.of(
            descriptor.requires().stream().map(PublicSignatures::requires),
            exported.stream().map("exports %s;"::formatted),
            descriptor.uses().stream().map("uses %s;"::formatted))
        .flatMap(Stream::sorted)
        .map("  "::concat)
        .forEach(lines::add);
    lines.add("}");
    return lines;
  }

  /** Without the version that was compiled against: that is the build's affair. */
  private static String requires(Requires requires) {
    Set<Requires.Modifier> modifiers = requires.modifiers();
    return "requires "
        + (modifiers.contains(Requires.Modifier.STATIC) ? "static " : "")
        + (modifiers.contains(Requires.Modifier.TRANSITIVE) ? "transitive " : "")
        + requires.name()
        + ";";
  }

  private static List<String> describe(Class<?> type, PublishedModule module) {
    StringWriter printed = new StringWriter();
    int exitCode =
        JAVAP.run(
            new PrintWriter(printed),
            new PrintWriter(printed),
            "-protected",
            "-constants",
            "-cp",
            module.location().toString(),
            type.getName());
    if (exitCode != 0) {
      throw new IllegalStateException("javap failed: " + printed);
    }
    // Before the declaration there is at most the name of the source file.
    List<String> declaration =
        printed.toString().lines().dropWhile(line -> !line.endsWith("{")).toList();
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(declaration.get(0));
    Stream.concat(
            declaration.subList(1, declaration.size() - 1).stream().filter(line -> !line.isBlank()),
            unprinted(type).map("  "::concat))
        .sorted()
        .forEach(lines::add);
    lines.add("}");
    return lines;
  }

  private static Stream<String> unprinted(Class<?> type) {
    Stream<String> permitted =
        type.isSealed()
            ? Arrays.stream(type.getPermittedSubclasses())
                .filter(PublicSignatures::isVisible)
                .map(each -> "permits " + each.getName() + ";")
            : Stream.empty();
    Stream<String> defaults =
        type.isAnnotation()
            ? Arrays.stream(type.getDeclaredMethods())
                .filter(each -> each.getDefaultValue() != null)
                .map(each -> each.getName() + "() default " + defaultOf(each) + ";")
            : Stream.empty();
    return Stream.concat(permitted, defaults);
  }

  private static String defaultOf(Method member) {
    Object value = member.getDefaultValue();
    if (value instanceof Object[] values) {
      return Arrays.deepToString(values);
    }
    return value instanceof String text
        ? '"' + text.replace("\0", "\\0") + '"'
        : String.valueOf(value);
  }

  private static boolean isVisible(Class<?> type) {
    if (type.isSynthetic() || type.isAnonymousClass() || type.isLocalClass()) {
      return false;
    }
    boolean visible = (type.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    return visible && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()));
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, PublicSignatures.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}

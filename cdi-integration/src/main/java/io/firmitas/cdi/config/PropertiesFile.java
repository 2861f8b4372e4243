package io.firmitas.cdi.config;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads properties files in UTF-8, and changes single values of one without touching the rest. */
final class PropertiesFile {
  private PropertiesFile() {}

  /** A logical line: what is written, and the entry in it; the key is empty when it has none. */
  private record Line(String written, String key, String value) {}

  /** The entries of a file; of equal keys the last counts. */
  static Map<String, String> read(Path path) throws IOException {
    Map<String, String> entries = new LinkedHashMap<>();
    for (Line line : lines(path)) {
      if (!line.key().isEmpty()) {
        entries.put(line.key(), line.value());
      }
    }
    return entries;
  }

  /** The text of a file, which must be UTF-8. */
  static String textOf(Path path) throws IOException {
    try {
      return Files.readString(path, StandardCharsets.UTF_8);
    } catch (CharacterCodingException notUtf8) {
      throw new IOException(path + " is not UTF-8; it is left as it is", notUtf8);
    }
  }

  private static List<Line> lines(Path path) throws IOException {
    String text = textOf(path);
    if (JsonObject.isLike(text)) {
      throw new IOException(
          path + " looks like JSON, not like a properties file; it is left as it is");
    }
    List<Line> lines = new ArrayList<>();
    StringBuilder written = new StringBuilder();
    for (String natural : text.lines().toList()) {
      written.append(written.isEmpty() ? "" : "\n").append(natural);
      boolean isComment = written.indexOf("\n") < 0 && isComment(natural);
      if (isComment || !continues(natural)) {
        lines.add(parse(path, written.toString()));
        written.setLength(0);
      }
    }
    if (!written.isEmpty()) {
      throw notUnderstood(path, written.toString(), null);
    }
    return lines;
  }

  private static boolean isComment(String natural) {
    String content = natural.stripLeading();
    return content.startsWith("#") || content.startsWith("!");
  }

  /** Whether a line ends with an odd number of backslashes. */
  private static boolean continues(String natural) {
    int backslashes = 0;
    while (backslashes < natural.length()
        && natural.charAt(natural.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  private static Line parse(Path path, String written) throws IOException {
    Properties parsed = new Properties();
    try {
      parsed.load(new StringReader(written));
    } catch (IllegalArgumentException malformed) {
      throw notUnderstood(path, written, malformed);
    }
    if (parsed.isEmpty()) {
      return new Line(written, "", "");
    }
    String key = parsed.stringPropertyNames().iterator().next();
    boolean hasValue = written.matches("(?s).*[^\\\\][=:\\s].*");
    if (parsed.size() > 1 || key.isEmpty() || !hasValue) {
      throw notUnderstood(path, written, null);
    }
    return new Line(written, key, parsed.getProperty(key, ""));
  }

  private static IOException notUnderstood(Path path, String written, @Nullable Exception cause) {
    return new IOException(
        path
            + ": line \""
            + written
            + "\" is not understood; the file is left as it is; write key=value",
        cause);
  }

  /** Sets entries in a file, which is replaced in one step. */
  static void update(Path path, SortedMap<String, String> entries) throws IOException {
    boolean exists = Files.exists(path);
    Path target = exists ? path.toRealPath() : path.toAbsolutePath();
    List<Line> lines = exists ? lines(target) : List.of();
    StringBuilder text = new StringBuilder();
    SortedMap<String, String> missing = new TreeMap<>(entries);
    Map<String, Integer> last = new HashMap<>();
    for (int number = 0; number < lines.size(); number++) {
      last.put(lines.get(number).key(), number);
    }
    for (int number = 0; number < lines.size(); number++) {
      Line line = lines.get(number);
      String value = entries.get(line.key());
      boolean counts = value != null && last.getOrDefault(line.key(), -1) == number;
      boolean isSame = counts && line.value().equals(value);
      text.append(counts && !isSame ? entry(line.key(), value) : line.written()).append('\n');
      missing.remove(line.key());
    }
    missing.forEach((key, value) -> text.append(entry(key, value)).append('\n'));
    replace(target, text.toString());
  }

  private static String entry(String key, @Nullable String value) {
    return escaped(key, true) + "=" + escaped(String.valueOf(value), false);
  }

  private static String escaped(String text, boolean isKey) {
    StringBuilder escaped = new StringBuilder();
    for (int index = 0; index < text.length(); index++) {
      char character = text.charAt(index);
      switch (character) {
        case '\\' -> escaped.append("\\\\");
        case '\n' -> escaped.append("\\n");
        case '\r' -> escaped.append("\\r");
        case '\t' -> escaped.append("\\t");
        case '\f' -> escaped.append("\\f");
        case ' ' -> escaped.append(isKey || index == 0 ? "\\ " : " ");
        case '=', ':', '#', '!' -> escaped.append(isKey ? "\\" : "").append(character);
        default -> {
          if (character < ' ' || character > '~') {
            escaped.append(String.format("\\u%04x", (int) character));
          } else {
            escaped.append(character);
          }
        }
      }
    }
    return escaped.toString();
  }

  private static void replace(Path target, String text) throws IOException {
    Path directory = target.getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw new IOException(target + " cannot be written: there is no directory " + directory);
    }
    Path fresh = Files.createTempFile(directory, "." + target.getFileName(), ".tmp");
    try {
      write(fresh, text);
      keepPermissions(target, fresh);
      Files.move(
          fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static void write(Path file, String text) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  private static void keepPermissions(Path from, Path to) throws IOException {
    PosixFileAttributeView old = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    PosixFileAttributeView fresh = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (Files.exists(from) && old != null && fresh != null) {
      fresh.setPermissions(old.readAttributes().permissions());
    }
  }
}

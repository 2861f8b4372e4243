package io.firmitas.cdi.config;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object (RFC 8259) as properties: names of nested objects are joined with dots,
 * arrays of single values become lists separated by commas, as MicroProfile Config writes them.
 * {@code null} is no value.
 */
final class JsonObject {
  private static final int DEEPEST = 32;

  private final String text;
  private final Map<String, String> entries = new LinkedHashMap<>();
  private int position;

  private JsonObject(String text) {
    this.text = text;
  }

  /** Whether a text can only be meant as JSON. */
  static boolean isLike(String text) {
    return text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[");
  }

  /** The entries of an object. */
  static Map<String, String> read(String text) throws IOException {
    JsonObject object = new JsonObject(text);
    object.readObject("", 0);
    object.skipSpace();
    if (object.position < text.length()) {
      throw object.unexpected("the end");
    }
    return object.entries;
  }

  private void readObject(String prefix, int depth) throws IOException {
    if (depth > DEEPEST) {
      throw unexpected("at most " + DEEPEST + " objects in each other");
    }
    expect('{');
    if (skips('}')) {
      return;
    }
    do {
      String name = prefix + readString();
      expect(':');
      readMember(name, depth);
    } while (skips(','));
    expect('}');
  }

  private void readMember(String name, int depth) throws IOException {
    skipSpace();
    if (next() == '{') {
      readObject(name + ".", depth + 1);
      return;
    }
    String value = next() == '[' ? readArray() : readSingle();
    if (value != null && entries.put(name, value) != null) {
      throw new IOException("\"" + name + "\" is there twice");
    }
  }

  private String readArray() throws IOException {
    List<String> values = new ArrayList<>();
    expect('[');
    if (skips(']')) {
      return "";
    }
    do {
      skipSpace();
      String value = readSingle();
      if (value == null) {
        throw unexpected("a value other than null");
      }
      values.add(value.replace("\\", "\\\\").replace(",", "\\,"));
    } while (skips(','));
    expect(']');
    return String.join(",", values);
  }

  /** A text, a number or a truth value; {@code null} for {@code null}. */
  private @Nullable String readSingle() throws IOException {
    if (next() == '"') {
      return readString();
    }
    int start = position;
    while (Character.isLetterOrDigit(next()) || "+-.".indexOf(next()) >= 0) {
      position++;
    }
    String word = text.substring(start, position);
    if (word.equals("null")) {
      return null;
    }
    if (word.equals("true")
        || word.equals("false")
        || word.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
      return word;
    }
    position = start;
    throw unexpected("a text in double quotes, a number, true, false or null");
  }

  private String readString() throws IOException {
    expect('"');
    StringBuilder value = new StringBuilder();
    while (position < text.length()) {
      char character = text.charAt(position++);
      if (character == '"') {
        return value.toString();
      }
      if (character < ' ') {
        break;
      }
      value.append(character == '\\' ? readEscape() : character);
    }
    throw unexpected("the end of the text in double quotes");
  }

  private char readEscape() throws IOException {
    char escaped = position < text.length() ? text.charAt(position++) : ' ';
    return switch (escaped) {
      case '"', '\\', '/' -> escaped;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> readUnicode();
      default -> throw unexpected("one of \" \\ / b f n r t u after the backslash");
    };
  }

  private char readUnicode() throws IOException {
    int end = position + 4;
    if (end > text.length() || !text.substring(position, end).matches("[0-9a-fA-F]{4}")) {
      throw unexpected("four hexadecimal digits");
    }
    char character = (char) Integer.parseInt(text.substring(position, end), 16);
    position = end;
    return character;
  }

  private void skipSpace() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
  }

  private char next() {
    return position < text.length() ? text.charAt(position) : '\0';
  }

  private boolean skips(char wanted) {
    skipSpace();
    if (next() != wanted) {
      return false;
    }
    position++;
    return true;
  }

  private void expect(char wanted) throws IOException {
    if (!skips(wanted)) {
      throw unexpected("'" + wanted + "'");
    }
  }

  private IOException unexpected(String wanted) {
    String before = text.substring(0, Math.min(position, text.length()));
    long line = before.chars().filter(character -> character == '\n').count() + 1;
    int column = before.length() - before.lastIndexOf('\n');
    return new IOException("line " + line + ", column " + column + ": expected " + wanted);
  }
}

package io.firmitas.impl.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What PIT found out.
 *
 * @param mutated the classes of which there were mutants, as in {@code breaker.CircuitCore}
 * @param survivors how many of each kind no test noticed
 * @param timedOut how many of each kind took too long; where the machine was held up, that says
 *     nothing about the mutant
 */
record MutationReport(
    Set<String> mutated, Map<Survivor, Integer> survivors, Map<Survivor, Integer> timedOut) {
  private static final Set<String> UNNOTICED = Set.of("SURVIVED", "NO_COVERAGE");

  /**
   * Reads a report.
   *
   * @param file PIT's {@code mutations.xml}
   * @param sources the folder of the sources that were mutated
   */
  static MutationReport read(Path file, Path sources) throws IOException {
    MutationReport report = new MutationReport(new HashSet<>(), new HashMap<>(), new HashMap<>());
    Map<Path, List<String>> texts = new HashMap<>();
    NodeList mutations = parse(file).getElementsByTagName("mutation");
    for (int index = 0; index < mutations.getLength(); index++) {
      report.add((Element) mutations.item(index), sources, texts);
    }
    return report;
  }

  private static Element parse(Path file) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
    } catch (ParserConfigurationException | SAXException broken) {
      throw new IOException(file + " is no report of PIT", broken);
    }
  }

  private void add(Element mutation, Path sources, Map<Path, List<String>> texts) {
    String type = text(mutation, "mutatedClass");
    int dot = type.lastIndexOf('.');
    String packageName = type.substring(0, dot);
    String className = type.substring(dot + 1);
    String group = packageName.substring(packageName.lastIndexOf('.') + 1);
    mutated.add(group + "." + className);
    String status = mutation.getAttribute("status");
    boolean late = status.equals("TIMED_OUT");
    if (late || UNNOTICED.contains(status)) {
      Path source =
          sources.resolve(packageName.replace('.', '/')).resolve(text(mutation, "sourceFile"));
      List<String> lines = texts.computeIfAbsent(source, MutationReport::lines);
      Survivor survivor =
          new Survivor(
              group,
              className + "." + methodName(text(mutation, "mutatedMethod")),
              lines.get(Integer.parseInt(text(mutation, "lineNumber")) - 1).strip(),
              mutatorName(text(mutation, "mutator")));
      (late ? timedOut : survivors).merge(survivor, 1, Integer::sum);
    }
  }

  /** The compiler numbers lambdas, so a number would change with every lambda that is added. */
  private static String methodName(String name) {
    return name.replaceAll("lambda\\$(.+)\\$\\d+", "$1");
  }

  private static String mutatorName(String name) {
    return name.substring(name.lastIndexOf('.') + 1).replaceAll("Mutator$", "");
  }

  private static List<String> lines(Path source) {
    try {
      return Files.readAllLines(source);
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  private static String text(Element mutation, String tag) {
    return mutation.getElementsByTagName(tag).item(0).getTextContent();
  }
}

package io.firmitas.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** A pom of this build, asked by XPath. */
final class Pom {
  static final Path ROOT = Path.of(System.getProperty("firmitas.root", ".."));

  private final XPath xpath = XPathFactory.newInstance().newXPath();
  private final Document document;

  private Pom(Document document) {
    this.document = document;
  }

  /** The pom of a folder under the root; empty for the root itself. */
  static Pom of(String folder) throws Exception {
    Path file = ROOT.resolve(folder).resolve("pom.xml");
    return new Pom(DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()));
  }

  String value(String path) throws XPathExpressionException {
    return xpath.evaluate(path, document);
  }

  /** The artifacts that users of the module get with it. */
  List<String> runtimeDependencies() throws XPathExpressionException {
    NodeList nodes =
        (NodeList)
            xpath.evaluate("/project/dependencies/dependency", document, XPathConstants.NODESET);
    List<String> artifacts = new ArrayList<>();
    for (int index = 0; index < nodes.getLength(); index++) {
      Node dependency = nodes.item(index);
      String scope = xpath.evaluate("scope", dependency);
      boolean optional = xpath.evaluate("optional", dependency).equals("true");
      if (!optional && (scope.isEmpty() || scope.equals("compile") || scope.equals("runtime"))) {
        artifacts.add(xpath.evaluate("artifactId", dependency));
      }
    }
    return artifacts;
  }
}

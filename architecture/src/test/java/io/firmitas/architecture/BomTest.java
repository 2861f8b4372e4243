package io.firmitas.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** The BOM has no parent, so nothing but this keeps it in step with the other poms. */
class BomTest {

  private static final Path ROOT = Path.of(System.getProperty("firmitas.root", ".."));

  private final XPath xpath = XPathFactory.newInstance().newXPath();

  @Test
  void bomHasTheVersionOfTheParent() throws Exception {
    assertThat(xpath.evaluate("/project/version", read(ROOT.resolve("bom/pom.xml"))))
        .isEqualTo(xpath.evaluate("/project/version", read(ROOT.resolve("pom.xml"))));
  }

  @Test
  void bomManagesEveryPublishedModule() throws Exception {
    Document bom = read(ROOT.resolve("bom/pom.xml"));
    for (PublishedModule module : PublishedModule.all()) {
      String path = "count(//dependency[artifactId='" + module.artifact() + "'])";
      assertThat(xpath.evaluate(path, bom)).as(module.artifact()).isEqualTo("1");
    }
  }

  private static Document read(Path pom) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
  }
}

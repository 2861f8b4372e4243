package io.firmitas.benchmarks.scale;

import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Counts the bytes of all live objects of this JVM. */
final class LiveBytes {
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)\\s*$");

  private LiveBytes() {}

  /** Collects garbage, then adds up the class histogram. */
  static long now() {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
      String histogram =
          (String)
              server.invoke(
                  commands,
                  "gcClassHistogram",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
      Matcher total = TOTAL.matcher(histogram);
      if (!total.find()) {
        throw new IllegalStateException("No total in the class histogram");
      }
      return Long.parseLong(total.group(1));
    } catch (JMException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}

package io.firmitas.cdi;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the integration logs while this is open. */
final class CapturedLog implements AutoCloseable {
  private final Logger logger = Logger.getLogger("io.firmitas.cdi");
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          messages.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  CapturedLog() {
    logger.addHandler(handler);
  }

  /** All messages so far, each on a line. */
  String text() {
    return String.join("\n", messages);
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
  }
}

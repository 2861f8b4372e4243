package io.firmitas.impl;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What people read in the log, instead of the console. */
public final class CapturedLog extends Handler implements BeforeEachCallback, AfterEachCallback {
  private final Logger logger = Logger.getLogger("io.firmitas");
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  @Override
  public void beforeEach(ExtensionContext context) {
    logger.addHandler(this);
    logger.setUseParentHandlers(false);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }

  /** The messages of a level, in their order. */
  public List<String> messages(Level level) {
    return records.stream()
        .filter(entry -> entry.getLevel().equals(level))
        .map(LogRecord::getMessage)
        .toList();
  }

  /** What was thrown and logged as an error, in its order. */
  public List<Throwable> thrown() {
    return records.stream()
        .filter(entry -> entry.getLevel().equals(Level.SEVERE))
        .map(LogRecord::getThrown)
        .toList();
  }

  @Override
  public void publish(LogRecord entry) {
    records.add(entry);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}

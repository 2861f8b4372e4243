package io.firmitas.cdi;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/** Keeps what a logger writes, of every level, to itself. */
final class LogRecorder extends Handler implements AutoCloseable {
  private final Logger logger;
  private final Level level;
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  private LogRecorder(Logger logger) {
    this.logger = logger;
    level = logger.getLevel();
  }

  static LogRecorder of(String name) {
    LogRecorder recorder = new LogRecorder(Logger.getLogger(name));
    recorder.logger.setLevel(Level.ALL);
    recorder.logger.setUseParentHandlers(false);
    recorder.logger.addHandler(recorder);
    return recorder;
  }

  /** The texts of a level. */
  List<String> texts(String name) {
    return records.stream()
        .filter(each -> each.getLevel().getName().equals(name))
        .map(LogRecord::getMessage)
        .toList();
  }

  /** What everybody sees who has set no level, each on a line: information, warnings, errors. */
  String text() {
    return records.stream()
        .filter(each -> each.getLevel().intValue() >= Level.INFO.intValue())
        .map(LogRecord::getMessage)
        .collect(Collectors.joining("\n"));
  }

  @Override
  public void publish(LogRecord written) {
    records.add(written);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
    logger.setLevel(level);
  }
}

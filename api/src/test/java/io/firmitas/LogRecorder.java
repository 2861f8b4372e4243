package io.firmitas;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Records what goes to the system logger {@code io.firmitas}, which here is java.util.logging. */
public final class LogRecorder extends Handler implements AutoCloseable {
  private static final Logger LOGGER = Logger.getLogger("io.firmitas");

  private final List<LogRecord> records = Collections.synchronizedList(new ArrayList<>());
  private @Nullable Error failure;

  private LogRecorder() {}

  /** Records at all levels until it is closed. */
  public static LogRecorder start() {
    LogRecorder recorder = new LogRecorder();
    LOGGER.addHandler(recorder);
    LOGGER.setUseParentHandlers(false);
    LOGGER.setLevel(Level.ALL);
    return recorder;
  }

  /** Makes every further message throw. */
  public void throwFromNowOn(Error newFailure) {
    failure = newFailure;
  }

  /** What was logged. */
  public List<LogRecord> records() {
    return List.copyOf(records);
  }

  /** Level and text of what was logged. */
  public List<String> lines() {
    return records().stream().map(entry -> entry.getLevel() + " " + entry.getMessage()).toList();
  }

  @Override
  public void publish(LogRecord entry) {
    if (failure != null) {
      throw failure;
    }
    records.add(entry);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    LOGGER.removeHandler(this);
    LOGGER.setUseParentHandlers(true);
    LOGGER.setLevel(null);
  }
}

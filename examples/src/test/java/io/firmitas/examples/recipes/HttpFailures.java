package io.firmitas.examples.recipes;

import java.io.IOException;
import java.util.OptionalInt;

/** What answers of a server mean: which failures are worth another attempt. */
final class HttpFailures {
  private HttpFailures() {}

  // snippet: recipe-failures
  /** The server or the way to it has trouble: worth another attempt. */
  static class NetworkException extends IOException {
    private static final long serialVersionUID = 1L;
    private final String url;
    private final int status;

    /** Status 0 when there was no answer. */
    NetworkException(String url, int status) {
      super(status == 0 ? "no answer: " + url : status + ": " + url);
      this.url = url;
      this.status = status;
    }

    final String url() {
      return url;
    }

    final OptionalInt statusCode() {
      return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }
  }

  /** The server refuses the request: it will refuse it again. */
  static class RefusedException extends NetworkException {
    private static final long serialVersionUID = 1L;

    RefusedException(String url, int status) {
      super(url, status);
    }
  }

  /** There is no such thing: 404, 410. */
  static final class NotFoundException extends RefusedException {
    private static final long serialVersionUID = 1L;

    NotFoundException(String url, int status) {
      super(url, status);
    }
  }

  /** What came cannot be read. */
  static final class InvalidDataException extends IOException {
    private static final long serialVersionUID = 1L;

    InvalidDataException(String url) {
      super("not JSON: " + url);
    }
  }

  static String read(String url, int status, String body) throws IOException {
    switch (status) {
      case 404, 410 -> throw new NotFoundException(url, status);
      case 0, 408, 425, 429 -> throw new NetworkException(url, status);
      default -> {
        if (status >= 500) {
          throw new NetworkException(url, status);
        }
        if (status >= 400) {
          throw new RefusedException(url, status);
        }
      }
    }
    if (!body.startsWith("{")) {
      throw new InvalidDataException(url);
    }
    return body;
  }
  // end
}

package dev.toolspan.junit;

import dev.toolspan.ToolspanException;

/** There is no {@code toolspan} program, or it does not start; the text says what to do. */
public final class NoSidecarException extends ToolspanException {
    private static final long serialVersionUID = 1;

    NoSidecarException(String message) {
        super(message, null);
    }

    NoSidecarException(String message, Throwable cause) {
        super(message, cause);
    }
}

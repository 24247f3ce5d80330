package dev.toolspan;

/** The sidecar could not be asked. A tool that failed is a {@link ToolResponse}, never an exception. */
public class ToolspanException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ToolspanException(String message, Throwable cause) {
        super(message, cause);
    }
}

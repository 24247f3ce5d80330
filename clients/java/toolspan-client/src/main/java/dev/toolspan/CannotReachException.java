package dev.toolspan;

/** No sidecar answered within the budget; the tool did not run. */
public final class CannotReachException extends ToolspanException {
    private static final long serialVersionUID = 1;

    public CannotReachException(String message, Throwable cause) {
        super(message, cause);
    }
}

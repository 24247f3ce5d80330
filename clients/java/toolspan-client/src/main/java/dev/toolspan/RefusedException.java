package dev.toolspan;

/** The sidecar answered that it does not serve this caller: a wrong token, another protocol level, a malformed call. */
public final class RefusedException extends ToolspanException {
    private static final long serialVersionUID = 1;

    public RefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}

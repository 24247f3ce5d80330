package dev.toolspan;

/** A message, block or result that breaks a rule; the text is the same in every language (C5.3). */
public class InvalidMessageException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** @serial */
    private final String path;

    public InvalidMessageException(String path, String message) {
        super(message);
        this.path = path;
    }

    /** Where: an RFC 6901 pointer in what was read or constructed, empty for the whole of it. */
    public String path() {
        return path;
    }
}

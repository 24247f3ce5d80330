package dev.toolspan;

/** An event holds what another dialect has no form for; the message names it. */
public final class CannotCrossException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public CannotCrossException(String message) {
        super(message);
    }
}

package dev.toolspan.internal;

import dev.toolspan.RefusedException;
import dev.toolspan.v1.ToolResponse;
import io.grpc.Status;
import java.io.FileNotFoundException;
import java.util.regex.Pattern;

/** How the sending of one call ended (C2.6, C8.6). */
sealed interface Reply {
    /** How netty's native transport begins its messages. */
    Pattern NATIVE_CALL = Pattern.compile("^.* failed with error\\(-?[0-9]+\\): ");

    /** The sidecar answered. */
    record Answered(ToolResponse response) implements Reply {
    }

    /** The call did not run: it never left, or the sidecar is stopping. */
    record NotRun(String reason) implements Reply {
    }

    /** The call left, and the connection broke before an answer. */
    record Lost() implements Reply {
    }

    /** Its time passed: the budget of a call that was not sent, or the backstop of one that was. */
    record Expired(boolean sent) implements Reply {
    }

    /** The sidecar does not serve this caller. */
    record Refused(RefusedException why) implements Reply {
    }

    /** Anything else, which is Toolspan's own fault. */
    record Broken(String message) implements Reply {
    }

    static Reply of(Status status, boolean sent) {
        return switch (status.getCode()) {
            case UNAVAILABLE -> !sent || isDraining(status) || isRefused(status) ? new NotRun(reason(status)) : new Lost();
            // our own cancels are settled before this, so the peer's side broke off
            case CANCELLED -> sent ? new Lost() : new NotRun(reason(status));
            case DEADLINE_EXCEEDED -> new Expired(true);
            case UNAUTHENTICATED, PERMISSION_DENIED, FAILED_PRECONDITION, INVALID_ARGUMENT, UNIMPLEMENTED ->
                    new Refused(refusal(status));
            case OK, UNKNOWN, NOT_FOUND, ALREADY_EXISTS, RESOURCE_EXHAUSTED, ABORTED, OUT_OF_RANGE, INTERNAL,
                    DATA_LOSS -> new Broken(status.getCode() + ": " + reason(status));
        };
    }

    private static boolean isDraining(Status status) {
        return status.getDescription() != null && status.getDescription().startsWith("draining");
    }

    // netty's words for a stream above the last one that a GOAWAY names, which HTTP/2 promises was never handed on
    private static boolean isRefused(Status status) {
        return status.getDescription() != null && status.getDescription().startsWith("Abrupt GOAWAY closed sent stream");
    }

    static RefusedException refusal(Status status) {
        return new RefusedException(reason(status), status.asRuntimeException());
    }

    /** The innermost cause says most, such as "Connection refused". */
    static String reason(Status status) {
        String reason = status.getDescription() == null ? status.getCode().name() : status.getDescription();
        for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null) {
                reason = cause.getMessage();
            } else if (cause instanceof FileNotFoundException) {
                // netty's form of ENOENT says nothing else
                reason = "No such file or directory";
            }
        }
        return NATIVE_CALL.matcher(reason).replaceFirst("");
    }
}

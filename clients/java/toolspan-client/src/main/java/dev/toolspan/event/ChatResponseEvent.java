package dev.toolspan.event;

import dev.toolspan.ChatResult;
import dev.toolspan.InvalidMessageException;
import dev.toolspan.internal.Texts;
import java.util.Objects;

/**
 * What became of a chat request: a result where SUCCESS, a text where FAILED.
 *
 * @param requestId the UUID of the request
 * @param status whether there is a result
 * @param response the result of a success, else null
 * @param error never empty where FAILED, else null
 * @param retryCount attempts after the first, over all tool rounds
 * @param totalRetryWaitSec seconds between attempts
 * @param structuredOutput what the output schema made of a successful answer; null where there is none
 * @param modelRouting how a router chose the model; null where none did
 */
public record ChatResponseEvent(
        String requestId,
        Status status,
        ChatResult response,
        String error,
        long retryCount,
        long totalRetryWaitSec,
        Object structuredOutput,
        Object modelRouting)
        implements TypedEvent {
    public static final String TYPE = "_chat_response_event";

    /** Whether a chat request has a result. */
    public enum Status {
        SUCCESS,
        FAILED
    }

    /** @throws InvalidMessageException if it is not a SUCCESS with response or FAILED with error */
    public ChatResponseEvent {
        Objects.requireNonNull(requestId, "requestId");
        boolean agrees = Objects.requireNonNull(status, "status") == Status.SUCCESS
                ? response != null && error == null
                : response == null && error != null && !error.isEmpty();
        if (!agrees) {
            throw new InvalidMessageException("", Texts.EVENT_CHAT_RESPONSE);
        }
    }

    /** A result at the first attempt. */
    public static ChatResponseEvent success(String requestId, ChatResult response) {
        return new ChatResponseEvent(requestId, Status.SUCCESS, response, null, 0, 0, null, null);
    }

    /** No result. */
    public static ChatResponseEvent failed(String requestId, String error) {
        return new ChatResponseEvent(requestId, Status.FAILED, null, error, 0, 0, null, null);
    }

    @Override
    public String type() {
        return TYPE;
    }
}

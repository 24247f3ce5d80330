package dev.toolspan;

import dev.toolspan.internal.MessageRules;
import java.util.Map;

/**
 * Token counts; null is unknown, zero was measured (C5.5).
 *
 * @param promptTokens what was read, or null
 * @param completionTokens what was written, or null
 * @param promptTokenDetails parts of what was read, such as {@code cached}; copied, null is none
 * @param completionTokenDetails parts of what was written, such as {@code reasoning}; copied, null is none
 */
public record TokenUsage(
        Long promptTokens,
        Long completionTokens,
        Map<String, Long> promptTokenDetails,
        Map<String, Long> completionTokenDetails) {
    /** @throws InvalidMessageException if a count is negative */
    public TokenUsage {
        MessageRules.checkCount(promptTokens, "/prompt_tokens");
        MessageRules.checkCount(completionTokens, "/completion_tokens");
        promptTokenDetails = MessageRules.counts(promptTokenDetails, "/prompt_token_details");
        completionTokenDetails = MessageRules.counts(completionTokenDetails, "/completion_token_details");
    }

    public TokenUsage(Long promptTokens, Long completionTokens) {
        this(promptTokens, completionTokens, null, null);
    }
}

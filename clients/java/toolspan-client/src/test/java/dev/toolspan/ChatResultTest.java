package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChatResultTest {
    private static final ChatMessage MESSAGE = ChatMessage.assistant("x");
    private static final String MESSAGE_JSON = MESSAGE.toJson();

    private static ChatResult with(TokenUsage usage, String finishReason) {
        return new ChatResult(MESSAGE, null, null, usage, finishReason, null);
    }

    @Test
    void sixKeysWithNullsWritten() {
        assertEquals("{\"message\":" + MESSAGE_JSON + ",\"model\":null,\"response_id\":null,\"usage\":null,"
                + "\"finish_reason\":null,\"metadata\":{}}", ChatResult.of(MESSAGE).toJson());
        TokenUsage usage = new TokenUsage(0L, null, Map.of("cached", Long.MAX_VALUE), null);
        ChatResult whole = new ChatResult(MESSAGE, "", "r", usage, "", Map.of("refusal", "no"));
        String json = "{\"message\":" + MESSAGE_JSON + ",\"model\":\"\",\"response_id\":\"r\",\"usage\":"
                + "{\"prompt_tokens\":0,\"completion_tokens\":null,\"prompt_token_details\":"
                + "{\"cached\":9223372036854775807},\"completion_token_details\":{}},\"finish_reason\":\"\","
                + "\"metadata\":{\"refusal\":\"no\"}}";
        assertEquals(json, whole.toJson());
        assertEquals(whole, ChatResult.fromJson(json));
        assertEquals(whole, ChatResult.fromMap(whole.toMap()));
        assertEquals(whole, ChatResult.fromBytes(whole.toBytes()));
    }

    @Test
    void theGoldenBytes() {
        String golden = "0a19080312050a030a0178120e3a0c0a016312016e1a040a027b7d220e08001a0a0a066361636865641001"
                + "2a066c656e677468";
        ChatResult result = ChatResult.fromBytes(HexFormat.of().parseHex(golden));
        assertEquals(List.of(new TextBlock("x"), new ToolCallBlock("c", "n", null)), result.message().blocks());
        assertEquals(new TokenUsage(0L, null, Map.of("cached", 1L), null), result.usage());
        assertEquals(ChatResult.LENGTH, result.finishReason());
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "stop", "tool_calls", "length", "content_filter", "some_vendor_reason"})
    void finishReasonsAreKept(String reason) {
        ChatResult result = with(null, reason);
        assertEquals(reason, ChatResult.fromJson(result.toJson()).finishReason());
        assertEquals(reason, ChatResult.fromBytes(result.toBytes()).finishReason());
    }

    @Test
    void zeroUnknownAndNothingStayApart() {
        ChatResult zero = with(new TokenUsage(0L, 0L), null);
        ChatResult unknown = with(new TokenUsage(null, null), null);
        ChatResult nothing = with(null, null);
        assertEquals(zero, ChatResult.fromBytes(zero.toBytes()));
        assertEquals(unknown, ChatResult.fromBytes(unknown.toBytes()));
        assertEquals(nothing, ChatResult.fromBytes(nothing.toBytes()));
        assertNotEquals(zero, unknown);
        assertNotEquals(unknown, nothing);
        assertNull(ChatResult.fromJson("{\"message\":" + MESSAGE_JSON + "}").usage());
        assertEquals(new TokenUsage(null, null),
                ChatResult.fromJson("{\"message\":" + MESSAGE_JSON + ",\"usage\":{}}").usage());
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = ';', value = {
        "{}; /message; /message is required",
        "{\"message\":null}; /message; /message must be an object",
        "{\"message\":{\"role\":\"assistant\"}}; /message/blocks; /message/blocks is required",
        "{\"message\":{\"role\":\"user\",\"blocks\":[]},\"model\":1}; /message; ChatResult requires an ASSISTANT message",
        "{\"message\":{\"role\":\"tool\",\"blocks\":[]}}; /message; A TOOL message requires exactly one ToolResultBlock",
        "{\"message\":1,\"structured_output\":1}; /structured_output; /structured_output is not a known field",
    })
    void refusals(String json, String path, String text) {
        refused(json, path, text);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = ';', value = {
        "\"model\":1; /model; /model must be a string",
        "\"response_id\":false; /response_id; /response_id must be a string",
        "\"finish_reason\":1; /finish_reason; /finish_reason must be a string",
        "\"usage\":[]; /usage; /usage must be an object",
        "\"usage\":{\"total_tokens\":1}; /usage/total_tokens; /usage/total_tokens is not a known field",
        "\"usage\":{\"prompt_tokens\":1.0}; /usage/prompt_tokens; Token count must be a JSON integer",
        "\"usage\":{\"prompt_tokens\":true}; /usage/prompt_tokens; Token count must be a JSON integer",
        "\"usage\":{\"completion_tokens\":\"1\"}; /usage/completion_tokens; Token count must be a JSON integer",
        "\"usage\":{\"completion_tokens\":-1}; /usage/completion_tokens; Token counts must be nonnegative",
        "\"usage\":{\"completion_tokens\":-9223372036854775809}; /usage/completion_tokens; Token counts must be nonnegative",
        "\"usage\":{\"prompt_tokens\":9223372036854775808}; /usage/prompt_tokens;"
                + " /usage/prompt_tokens must be an integer from 0 to 9223372036854775807",
        "\"usage\":{\"prompt_token_details\":{\"a/b\":null}}; /usage/prompt_token_details/a~1b;"
                + " Token count must be a JSON integer",
        "\"usage\":{\"completion_token_details\":1}; /usage/completion_token_details;"
                + " /usage/completion_token_details must be an object",
        "\"metadata\":1; /metadata; /metadata must be an object",
    })
    void refusalsBesideTheMessage(String fields, String path, String text) {
        refused("{\"message\":" + MESSAGE_JSON + "," + fields + "}", path, text);
    }

    private static void refused(String json, String path, String text) {
        InvalidMessageException refused =
                assertThrows(InvalidMessageException.class, () -> ChatResult.fromJson(json));
        assertEquals(path + " | " + text, refused.path() + " | " + refused.getMessage());
    }

    @Test
    void constructorsHoldTheRules() {
        InvalidMessageException role =
                assertThrows(InvalidMessageException.class, () -> ChatResult.of(ChatMessage.user("u")));
        assertEquals("/message", role.path());
        InvalidMessageException negative =
                assertThrows(InvalidMessageException.class, () -> new TokenUsage(null, -1L));
        assertEquals("/completion_tokens", negative.path());
        Map<String, Long> unknown = new HashMap<>();
        unknown.put("cached", null);
        InvalidMessageException missing =
                assertThrows(InvalidMessageException.class, () -> new TokenUsage(1L, 1L, unknown, null));
        assertEquals("/prompt_token_details/cached", missing.path());
        assertEquals("Token count must be a JSON integer", missing.getMessage());
    }
}

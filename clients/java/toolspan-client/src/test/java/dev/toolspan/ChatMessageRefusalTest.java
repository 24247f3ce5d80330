package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import dev.toolspan.v1.Block;
import dev.toolspan.v1.Payload;
import dev.toolspan.v1.TokenUsage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is no message: the first thing that is wrong, where, and in the words of every language. */
class ChatMessageRefusalTest {
    private static final String BLOCK_TYPES =
            " must be one of text, image, audio, video, document, reasoning, tool_call, tool_result";
    private static final String SIZE = " must be an integer from 0 to 9223372036854775807";

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = ';', value = {
        "``; ``; the whole value is not valid JSON",
        "{; ``; the whole value is not valid JSON",
        "null; ``; the whole value must be an object",
        "[]; ``; the whole value must be an object",
        "{\"content\":\"x\",\"role\":1}; /content; /content is not a known field",
        "{\"text\":\"x\"}; /text; /text is not a known field",
        "{\"a/b~c\":1}; /a~1b~0c; /a~1b~0c is not a known field",
        "{}; /role; /role is required",
        "{\"role\":null}; /role; /role must be a string",
        "{\"role\":\"USER\"}; /role; /role must be one of system, user, assistant, tool",
        "{\"role\":\"user\"}; /blocks; /blocks is required",
        "{\"role\":\"user\",\"blocks\":null}; /blocks; /blocks must be an array",
        "{\"role\":\"user\",\"blocks\":{}}; /blocks; /blocks must be an array",
        "{\"role\":\"user\",\"blocks\":[null]}; /blocks/0; /blocks/0 must be an object",
        "{\"role\":\"user\",\"blocks\":[],\"metadata\":[]}; /metadata; /metadata must be an object",
        "{\"role\":\"user\",\"blocks\":[],\"metadata\":\"\"}; /metadata; /metadata must be an object",
    })
    void aMessage(String json, String path, String text) {
        assertEquals(path + " | " + text, ChatMessageTest.refusal(json));
    }

    static Stream<Arguments> blocks() {
        return Stream.of(
                row("{}", "/type", " is required"),
                row("{\"type\":1}", "/type", " must be a string"),
                row("{\"type\":\"file\",\"x\":1}", "/type", BLOCK_TYPES),
                row("{\"type\":\"text\",\"text\":null}", "/text", " must be a string"),
                row("{\"type\":\"text\",\"text\":1}", "/text", " must be a string"),
                row("{\"type\":\"text\",\"y\":1,\"x\":1}", "/y", " is not a known field"),
                row("{\"type\":\"reasoning\",\"text\":1}", "/text", " must be a string"),
                row("{\"type\":\"reasoning\",\"metadata\":1}", "/metadata", " must be an object"),
                row("{\"type\":\"image\"}", "/media_type", " is required"),
                row("{\"type\":\"image\",\"media_type\":null}", "/media_type", " must be a string"),
                row("{\"type\":\"image\",\"media_type\":\"\"}", "/media_type", " must not be empty"),
                row("{\"type\":\"image\",\"media_type\":\"m\"}", "/source", " is required"),
                row(media("null"), "/source", " must be an object"),
                row(media("\"u\""), "/source", " must be an object"),
                row(media("{\"url\":\"u\"}"), "/source/type", " is required"),
                row(media("{\"type\":\"file\"}"), "/source/type", " must be one of base64, url"),
                row(media("{\"type\":\"url\",\"data\":\"\"}"), "/source/data", " is not a known field"),
                row(media("{\"type\":\"url\"}"), "/source/url", " is required"),
                row(media("{\"type\":\"url\",\"url\":\"\"}"), "/source/url", " must not be empty"),
                row(media("{\"type\":\"base64\",\"data\":1}"), "/source/data", " must be a string"),
                row(stating("\"name\":1"), "/name", " must be a string"),
                row(stating("\"size_bytes\":true"), "/size_bytes", SIZE),
                row(stating("\"size_bytes\":1.0"), "/size_bytes", SIZE),
                row(stating("\"size_bytes\":\"1\""), "/size_bytes", SIZE),
                row(stating("\"size_bytes\":-1"), "/size_bytes", SIZE),
                row(stating("\"size_bytes\":9223372036854775808"), "/size_bytes", SIZE),
                row(stating("\"sha256\":[],\"name\":1"), "/name", " must be a string"),
                row(stating("\"sha256\":[]"), "/sha256", " must be a string"),
                row("{\"type\":\"tool_call\"}", "/call_id", " is required"),
                row("{\"type\":\"tool_call\",\"call_id\":1}", "/call_id", " must be a string"),
                row("{\"type\":\"tool_call\",\"call_id\":\"c\"}", "/name", " is required"),
                row("{\"type\":\"tool_call\",\"call_id\":\"c\",\"name\":\"n\",\"input\":\"{}\"}",
                        "/input", " must be an object"),
                row("{\"type\":\"tool_result\",\"call_id\":\"c\"}", "/blocks", " is required"),
                row(result("null", "false"), "/blocks/0", " must be an object"),
                row(result("{\"type\":\"tool_call\"}", "false"),
                        "/blocks/0/type", " must be one of text, image, audio, video, document"),
                row(result("", "null"), "/is_error", " must be true or false"),
                row(result("", "0"), "/is_error", " must be true or false"));
    }

    private static Arguments row(String block, String place, String reason) {
        return Arguments.of(block, "/blocks/0" + place, "/blocks/0" + place + reason);
    }

    private static String media(String source) {
        return "{\"type\":\"image\",\"media_type\":\"m\",\"source\":" + source + "}";
    }

    private static String stating(String fact) {
        return media("{\"type\":\"url\",\"url\":\"u\"}," + fact);
    }

    private static String result(String block, String isError) {
        return "{\"type\":\"tool_result\",\"call_id\":\"c\",\"blocks\":[" + block + "],\"is_error\":" + isError + "}";
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void aBlock(String block, String path, String text) {
        String json = "{\"role\":\"assistant\",\"blocks\":[" + block + "]}";
        assertEquals(path + " | " + text, ChatMessageTest.refusal(json));
    }

    @Test
    void idsAndNamesThatAreEmpty() {
        String call = "{\"role\":\"assistant\",\"blocks\":[{\"type\":\"tool_call\",\"call_id\":\"%s\",\"name\":\"%s\"}]}";
        assertEquals("/blocks/0/call_id | call_id must not be empty", ChatMessageTest.refusal(call.formatted("", "")));
        assertEquals("/blocks/0/name | name must not be empty", ChatMessageTest.refusal(call.formatted("c", "")));
        assertEquals("/blocks/0/call_id | call_id must not be empty", ChatMessageTest.refusal(
                "{\"role\":\"user\",\"blocks\":[{\"type\":\"tool_result\",\"call_id\":\"\",\"blocks\":[]}]}"));
    }

    @Test
    void theDepthOfTheWholeTextIsLimited() {
        String json = "{\"role\":\"user\",\"blocks\":[],\"metadata\":{\"a\":%s}}";
        String fits = json.formatted("[".repeat(510) + "]".repeat(510));
        assertEquals(fits, ChatMessage.fromJson(fits).toJson());
        assertEquals(" | the whole value is nested deeper than 512 levels",
                ChatMessageTest.refusal(json.formatted("[".repeat(511) + "]".repeat(511))));
    }

    static Stream<Arguments> wires() {
        Payload noJson = payload("{");
        return Stream.of(
                wire("", "/role", " must be one of system, user, assistant, tool"),
                wire("0805", "/role", " must be one of system, user, assistant, tool"),
                wire("08021200", "/blocks/0/type", " is required"),
                wire(Block.newBuilder().setImage(media()), "/blocks/0/source", " is required"),
                wire(Block.newBuilder().setImage(media().clearMediaType().setUrl("u")),
                        "/blocks/0/media_type", " must not be empty"),
                wire(Block.newBuilder().setImage(media().setBase64("")), "/blocks/0/source/data", " must not be empty"),
                wire(Block.newBuilder().setImage(media().setUrl("u").setSizeBytes(-1)), "/blocks/0/size_bytes", SIZE),
                wire(call().setInput(noJson), "/blocks/0/input", " is not valid JSON"),
                wire(call().setInput(payload("[]")), "/blocks/0/input", " must be an object"),
                wire(call().setMetadata(Payload.newBuilder().setData(ByteString.copyFrom(new byte[] {-1}))),
                        "/blocks/0/metadata", " is not valid UTF-8"),
                wire(call().setMetadata(payload("[".repeat(513))),
                        "/blocks/0/metadata", " is nested deeper than 512 levels"),
                wire("0802120f0a0f", "", "the whole value is not a protobuf message of this type"));
    }

    private static Payload payload(String json) {
        return Payload.newBuilder().setData(ByteString.copyFromUtf8(json)).build();
    }

    private static dev.toolspan.v1.MediaBlock.Builder media() {
        return dev.toolspan.v1.MediaBlock.newBuilder().setMediaType("m");
    }

    private static dev.toolspan.v1.ToolCallBlock.Builder call() {
        return dev.toolspan.v1.ToolCallBlock.newBuilder().setCallId("c").setName("n");
    }

    private static Arguments wire(dev.toolspan.v1.ToolCallBlock.Builder call, String path, String reason) {
        return wire(Block.newBuilder().setToolCall(call), path, reason);
    }

    private static Arguments wire(Block.Builder block, String path, String reason) {
        byte[] bytes = dev.toolspan.v1.ChatMessage.newBuilder().setRoleValue(3).addBlocks(block).build().toByteArray();
        return wire(java.util.HexFormat.of().formatHex(bytes), path, reason);
    }

    private static Arguments wire(String hex, String path, String reason) {
        return Arguments.of(hex, path, path + reason);
    }

    @ParameterizedTest
    @MethodSource("wires")
    void bytes(String hex, String path, String text) {
        byte[] bytes = java.util.HexFormat.of().parseHex(hex);
        InvalidMessageException refused =
                assertThrows(InvalidMessageException.class, () -> ChatMessage.fromBytes(bytes));
        assertEquals(path + " | " + text, refused.path() + " | " + refused.getMessage());
    }

    @Test
    void bytesOfAResult() {
        dev.toolspan.v1.ChatResult.Builder result = dev.toolspan.v1.ChatResult.newBuilder();
        assertEquals("/message is required", refusal(result));
        result.getMessageBuilder().setRoleValue(2);
        assertEquals("ChatResult requires an ASSISTANT message", refusal(result));
        result.getMessageBuilder().setRoleValue(3);
        result.setUsage(TokenUsage.newBuilder().setPromptTokens(-1));
        assertEquals("Token counts must be nonnegative", refusal(result));
        result.setUsage(TokenUsage.newBuilder().putPromptTokenDetails("cached", -1));
        assertEquals("Token counts must be nonnegative", refusal(result));
        result.clearUsage().setMetadata(payload("1"));
        assertEquals("/metadata must be an object", refusal(result));
    }

    private static String refusal(dev.toolspan.v1.ChatResult.Builder result) {
        byte[] bytes = result.build().toByteArray();
        return assertThrows(InvalidMessageException.class, () -> ChatResult.fromBytes(bytes)).getMessage();
    }
}

package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ChatMessageTest {
    private static final TextBlock TEXT = new TextBlock("t");
    private static final MediaBlock IMAGE = MediaBlock.fromUrl(MediaBlock.Type.IMAGE, "https://h/i", "image/png");
    private static final ReasoningBlock REASONING = new ReasoningBlock(null);
    private static final ToolCallBlock CALL = new ToolCallBlock("c", "n", null);
    private static final ToolResultBlock RESULT = new ToolResultBlock("c", "done");

    private static final String ONE_TOOL_RESULT = "A TOOL message requires exactly one ToolResultBlock";
    private static final String RESULT_ROLE = "ToolResultBlock requires the TOOL role";
    private static final String SYSTEM_TEXT = "SYSTEM messages accept only text";
    private static final String USER_MEDIA = "USER messages accept only text and media";

    private static final String EVERY_BLOCK = "{\"role\":\"assistant\",\"blocks\":["
            + "{\"type\":\"text\",\"text\":\"before\"},"
            + "{\"type\":\"reasoning\",\"text\":null,\"metadata\":{\"sig\":\"AA==\",\"f\":1.0,\"n\":[{\"a\":null}]}},"
            + "{\"type\":\"tool_call\",\"call_id\":\"c\",\"name\":\"n\",\"input\":{\"z\":18446744073709551615,\"a\":100000000000000000000.0},"
            + "\"metadata\":{\"x\":-0.0}},"
            + "{\"type\":\"audio\",\"media_type\":\"audio/wav\",\"source\":{\"type\":\"base64\",\"data\":\"not base64\"}},"
            + "{\"type\":\"document\",\"media_type\":\"text/plain\",\"source\":{\"type\":\"url\",\"url\":\"u\"},"
            + "\"name\":\"\",\"size_bytes\":9223372036854775807,\"sha256\":\"ab\"},"
            + "{\"type\":\"text\",\"text\":\"after\"}],\"metadata\":{\"k\":{}}}";

    static String refusal(String json) {
        InvalidMessageException refused =
                assertThrows(InvalidMessageException.class, () -> ChatMessage.fromJson(json), json);
        return refused.path() + " | " + refused.getMessage();
    }

    @Test
    void canonicalJsonKeepsEverythingInOrder() {
        ChatMessage message = ChatMessage.fromJson(EVERY_BLOCK);
        assertEquals(EVERY_BLOCK, message.toJson());
        assertEquals(message, ChatMessage.fromMap(message.toMap()));
        assertEquals(EVERY_BLOCK, ChatMessage.fromBytes(message.toBytes()).toJson());
        assertEquals("beforeafter", message.text());
        assertEquals("assistant: beforeafter", message.toString());
        assertEquals(List.of("c"), message.toolCalls().stream().map(ToolCallBlock::callId).toList());
        assertEquals("{\"role\":\"user\",\"blocks\":[{\"type\":\"text\",\"text\":\"hi\"}],\"metadata\":{}}",
                ChatMessage.user("hi").toJson());
    }

    @Test
    void aToolMessage() {
        ToolResultBlock block = new ToolResultBlock("c", List.of(TEXT, IMAGE), true, null);
        String json = "{\"role\":\"tool\",\"blocks\":[{\"type\":\"tool_result\",\"call_id\":\"c\",\"blocks\":["
                + "{\"type\":\"text\",\"text\":\"t\"},{\"type\":\"image\",\"media_type\":\"image/png\",\"source\":"
                + "{\"type\":\"url\",\"url\":\"https://h/i\"}}],\"is_error\":true,\"metadata\":{}}],\"metadata\":{}}";
        assertEquals(json, ChatMessage.tool(block).toJson());
        assertEquals(ChatMessage.tool(block), ChatMessage.fromBytes(ChatMessage.tool(block).toBytes()));
        assertEquals("", ChatMessage.tool(block).text());
    }

    @Test
    void whatIsOmittedHasADefault() {
        ChatMessage message = ChatMessage.fromJson("{\"role\":\"assistant\",\"metadata\":null,\"blocks\":["
                + "{\"type\":\"text\"},{\"type\":\"reasoning\"},{\"type\":\"tool_call\",\"call_id\":\"c\",\"name\":\"n\","
                + "\"input\":null},{\"type\":\"image\",\"media_type\":\"m\",\"source\":{\"type\":\"url\",\"url\":\"u\"},"
                + "\"name\":null,\"size_bytes\":null,\"sha256\":null}]}");
        assertEquals(List.of(new TextBlock(""), REASONING, CALL, MediaBlock.fromUrl(MediaBlock.Type.IMAGE, "u", "m")),
                message.blocks());
    }

    @Test
    void theListIsCopiedAndTheMapsAreShared() {
        List<Block> blocks = new ArrayList<>(List.of(TEXT));
        Map<String, Object> metadata = new LinkedHashMap<>(Map.of("deep", new ArrayList<>()));
        ChatMessage message = ChatMessage.user(blocks).withMetadata(metadata);
        blocks.add(IMAGE);
        assertEquals(List.of(TEXT), message.blocks());
        assertThrows(UnsupportedOperationException.class, () -> message.blocks().add(IMAGE));
        assertSame(metadata, message.metadata());
        assertSame(metadata, message.withBlocks(List.of()).metadata());
        assertSame(metadata, ChatMessage.fromMap(message.toMap()).metadata());
        ChatMessage read = ChatMessage.fromJson(message.toJson());
        read.metadata().put("more", 1);
        ((Map<?, ?>) read.metadata()).remove("deep");
        assertEquals(Map.of("more", 1), read.metadata());
        ChatMessage received = ChatMessage.fromBytes(message.toBytes());
        ((List<Object>) received.metadata().get("deep")).add(1);
        assertEquals(Map.of("deep", List.of(1)), received.metadata());
    }

    @Test
    void noTextIsNoBlock() {
        assertEquals(List.of(), ChatMessage.user("").blocks());
        assertEquals(List.of(), ChatMessage.system((String) null).blocks());
        assertEquals(List.of(), ChatMessage.assistant((List<Block>) null).blocks());
        assertEquals(0, ChatMessage.fromBytes(new byte[] {8, 2}).blocks().size());
    }

    // role, block, the text of the breach or null
    static Stream<Arguments> matrix() {
        return Stream.of(
                Arguments.of(Role.SYSTEM, TEXT, null),
                Arguments.of(Role.SYSTEM, IMAGE, SYSTEM_TEXT),
                Arguments.of(Role.SYSTEM, REASONING, SYSTEM_TEXT),
                Arguments.of(Role.SYSTEM, CALL, SYSTEM_TEXT),
                Arguments.of(Role.SYSTEM, RESULT, RESULT_ROLE),
                Arguments.of(Role.USER, TEXT, null),
                Arguments.of(Role.USER, IMAGE, null),
                Arguments.of(Role.USER, REASONING, USER_MEDIA),
                Arguments.of(Role.USER, CALL, USER_MEDIA),
                Arguments.of(Role.USER, RESULT, RESULT_ROLE),
                Arguments.of(Role.ASSISTANT, TEXT, null),
                Arguments.of(Role.ASSISTANT, IMAGE, null),
                Arguments.of(Role.ASSISTANT, REASONING, null),
                Arguments.of(Role.ASSISTANT, CALL, null),
                Arguments.of(Role.ASSISTANT, RESULT, RESULT_ROLE),
                Arguments.of(Role.TOOL, TEXT, ONE_TOOL_RESULT),
                Arguments.of(Role.TOOL, IMAGE, ONE_TOOL_RESULT),
                Arguments.of(Role.TOOL, REASONING, ONE_TOOL_RESULT),
                Arguments.of(Role.TOOL, CALL, ONE_TOOL_RESULT),
                Arguments.of(Role.TOOL, RESULT, null));
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void rolesAndBlocks(Role role, Block block, String breach) {
        String json = "{\"role\":\"" + role.word() + "\",\"blocks\":["
                + ChatMessageTest.blockJson(block) + "],\"metadata\":{}}";
        if (breach == null) {
            assertEquals(json, ChatMessage.of(role, List.of(block)).toJson());
            assertEquals(json, ChatMessage.fromJson(json).toJson());
        } else {
            InvalidMessageException refused = assertThrows(
                    InvalidMessageException.class, () -> ChatMessage.of(role, List.of(block)));
            assertEquals(breach, refused.getMessage());
            assertEquals("", refused.path());
            assertEquals(" | " + breach, refusal(json));
        }
    }

    private static String blockJson(Block block) {
        boolean isResult = block instanceof ToolResultBlock;
        String json = ChatMessage.of(isResult ? Role.TOOL : Role.ASSISTANT, List.of(block)).toJson();
        return json.substring(json.indexOf('[') + 1, json.length() - "],\"metadata\":{}}".length());
    }

    @ParameterizedTest
    @EnumSource(value = Role.class, names = "TOOL", mode = EnumSource.Mode.EXCLUDE)
    void noBlocksAreLegal(Role role) {
        assertEquals(List.of(), ChatMessage.of(role, List.of()).blocks());
    }

    @Test
    void constructorsHoldTheRules() {
        assertEquals(ONE_TOOL_RESULT, refusal(() -> ChatMessage.of(Role.TOOL, List.of())));
        assertEquals(ONE_TOOL_RESULT, refusal(() -> ChatMessage.of(Role.TOOL, List.of(RESULT, RESULT))));
        assertEquals("Duplicate tool call ID in one message", refusal(() -> ChatMessage.assistant(List.of(CALL, CALL))));
        assertEquals("call_id must not be empty", refusal(() -> new ToolCallBlock("", "", null)));
        assertEquals("name must not be empty", refusal(() -> new ToolCallBlock("c", "", null)));
        assertEquals("call_id must not be empty", refusal(() -> new ToolResultBlock("", "t")));
        assertEquals("/media_type must not be empty",
                refusal(() -> MediaBlock.fromUrl(MediaBlock.Type.IMAGE, "u", "")));
        assertEquals("/source/url must not be empty",
                refusal(() -> MediaBlock.fromUrl(MediaBlock.Type.IMAGE, "", "m")));
        assertEquals("/source/data must not be empty",
                refusal(() -> MediaBlock.fromBytes(MediaBlock.Type.IMAGE, new byte[0], "m")));
        MediaBlock negative = new MediaBlock(
                MediaBlock.Type.IMAGE, "m", new MediaBlock.Url("u"), null, -1L, null);
        assertEquals("/blocks/1/size_bytes must be an integer from 0 to 9223372036854775807",
                refusal(() -> ChatMessage.user(List.of(TEXT, negative))));
        assertEquals("/blocks/0/size_bytes must be an integer from 0 to 9223372036854775807",
                refusal(() -> new ToolResultBlock("c", List.of(negative), false, null)));
    }

    private static String refusal(org.junit.jupiter.api.function.Executable construction) {
        return assertThrows(InvalidMessageException.class, construction).getMessage();
    }

    @Test
    void theFirstSystemMessage() {
        ChatMessage system = ChatMessage.system("s");
        assertEquals(1, ChatMessage.findFirstSystemMessage(List.of(ChatMessage.user("u"), system, system)));
        assertEquals(-1, ChatMessage.findFirstSystemMessage(List.of(ChatMessage.user("u"))));
        assertEquals(-1, ChatMessage.findFirstSystemMessage(List.of()));
    }

    @Test
    void sizesAreStatedInferredOrUnknown() {
        for (String data : List.of("/wCA+w==", "/wCA+wA=", "/wCA+wAA", "=", "==", "a", "not base64")) {
            assertTrue(MediaBlock.fromBase64(MediaBlock.Type.VIDEO, data, "m").size() >= 0);
        }
        assertEquals(4, MediaBlock.fromBytes(MediaBlock.Type.IMAGE, new byte[4], "m").size());
        assertEquals(5, MediaBlock.fromBytes(MediaBlock.Type.IMAGE, new byte[5], "m").size());
        assertEquals(6, MediaBlock.fromBytes(MediaBlock.Type.IMAGE, new byte[6], "m").size());
        assertNull(IMAGE.size());
        assertEquals(7, new MediaBlock(MediaBlock.Type.AUDIO, "m", new MediaBlock.Url("u"), null, 7L, null).size());
    }

    @Test
    void anAnswerBecomesABlockByOneRule() {
        Fault fault = Fault.of(FaultKind.EXCEPTION, "secret");
        ToolResponse exception = new ToolResponse("r", false, "secret", 0, "x", List.of(TEXT), fault);
        assertEquals(new ToolResultBlock("c", List.of(new TextBlock("Tool x execute failed.")), true, Map.of()),
                exception.toResultBlock("c"));
        assertEquals(new ToolResultBlock("c", List.of(TEXT, IMAGE), false, Map.of()),
                ToolResponse.success(1, List.of(TEXT, IMAGE)).toResultBlock("c"));
        assertEquals(new ToolResultBlock("c", "{\"a\":[1,1.0,null]}"),
                ToolResponse.success(Map.of("a", java.util.Arrays.asList(1, 1.0, null))).toResultBlock("c"));
        assertEquals(new ToolResultBlock("c", "as it is"), ToolResponse.success("as it is").toResultBlock("c"));
        assertEquals(new ToolResultBlock("c", "null"), ToolResponse.success(null).toResultBlock("c"));
        assertTrue(ToolResponse.error("").toResultBlock("c").isError());
    }

    @Test
    void mediaAreRejectedWithoutNamingThem() {
        MediaBlock sound = MediaBlock.fromBase64(MediaBlock.Type.AUDIO, "SECRET", "audio/wav");
        ChatMessage inside = ChatMessage.tool(new ToolResultBlock("c", List.of(TEXT, sound), false, null));
        assertEquals("P cannot send an audio block (audio/wav, base64 source): this integration sends text only.",
                assertThrows(UnsupportedContentException.class,
                        () -> UnsupportedContentException.rejectMedia("P", List.of(ChatMessage.user("u"), inside)))
                        .getMessage());
        MediaBlock film = MediaBlock.fromUrl(MediaBlock.Type.VIDEO, "https://h/SECRET", "video/mp4");
        assertEquals("P cannot send a video block (video/mp4, url source): too long.",
                new UnsupportedContentException("P", film, "too long").getMessage());
        assertEquals("P cannot send a tool_call block: why.",
                new UnsupportedContentException("P", CALL, "why").getMessage());
        assertTrue(!film.toString().contains("SECRET") && !sound.toString().contains("SECRET"));
        UnsupportedContentException.rejectMedia("P", List.of(ChatMessage.assistant(List.of(TEXT, CALL))));
    }

    @Test
    void valuesWithoutAJsonFormAreNamed() {
        ChatMessage message = ChatMessage.assistant(
                List.of(TEXT, new ToolCallBlock("c", "n", Map.of("a/b", List.of(Double.NaN)))));
        String text = "/blocks/1/input/a~1b/0 is NaN, a non-finite number that JSON has no form for";
        assertEquals(text, refusal(message::toJson));
        assertEquals(text, refusal(message::toBytes));
    }
}

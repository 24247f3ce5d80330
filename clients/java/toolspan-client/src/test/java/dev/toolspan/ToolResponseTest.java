package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ToolResponseTest {
    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("as it is", "as it is"),
                Arguments.of(null, "null"),
                Arguments.of(true, "true"),
                Arguments.of(new BigInteger("18446744073709551615"), "18446744073709551615"),
                Arguments.of(List.of(1, 1.0, 1e20, 1e21, -0.0), "[1,1.0,100000000000000000000.0,1e+21,-0.0]"),
                Arguments.of(Map.of("ä", "\n"), "{\"ä\":\"\\n\"}"),
                Arguments.of(new byte[] {1}, "{\"media_type\":\"application/octet-stream\",\"base64\":\"AQ==\"}"),
                Arguments.of(new Payload(new byte[] {1}, "image/png"),
                        "{\"media_type\":\"image/png\",\"base64\":\"AQ==\"}"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void aModelReadsTheResult(Object result, String text) {
        assertEquals(text, ToolResponse.success(result).modelText());
    }

    @ParameterizedTest
    @EnumSource(FaultKind.class)
    void aModelReadsTheFailure(FaultKind kind) {
        ToolResponse response =
                new ToolResponse(null, false, "why", 0, "x", List.of(), Fault.of(kind, "why"));
        boolean hidden = kind == FaultKind.EXCEPTION || kind == FaultKind.INTERNAL;
        assertEquals(hidden ? "Tool x execute failed." : "why", response.modelText());
    }

    @Test
    void anEmptyErrorIsAFailure() {
        ToolResponse response = ToolResponse.error("");
        assertFalse(response.success());
        assertEquals("", response.error());
        assertEquals(FaultKind.TOOL_ERROR, response.fault().kind());
        assertEquals("Tool  failed.", response.modelText());
    }

    @Test
    void successAndErrorCannotDisagree() {
        assertThrows(IllegalArgumentException.class,
                () -> new ToolResponse(null, true, "no", 0, "x", List.of(), null));
        assertThrows(IllegalArgumentException.class,
                () -> new ToolResponse(null, false, "no", 0, "x", List.of(), null));
    }

    @Test
    void canonicalJson() {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("effect", "unknown");
        Fault fault = new Fault(FaultKind.EXCEPTION, "m", "python", "ValueError",
                List.of(new Cause("python", "KeyError", "k")), details, true);
        List<ContentBlock> blocks = List.of(
                new TextBlock("t"),
                new MediaBlock(MediaBlock.Type.IMAGE, "image/png", new MediaBlock.Base64("AQ=="), "n", 1L, "ab"),
                new MediaBlock(MediaBlock.Type.VIDEO, "video/mp4", new MediaBlock.Url("https://h/v"), null, null, null));
        ToolResponse response = new ToolResponse(Arrays.asList(1, 1.0, null), false, "m", 5, "x", blocks, fault);
        String json = "{\"result\":[1,1.0,null],\"success\":false,\"error\":\"m\",\"execution_time_ms\":5,"
                + "\"tool_name\":\"x\",\"blocks\":[{\"type\":\"text\",\"text\":\"t\"},{\"type\":\"image\","
                + "\"media_type\":\"image/png\",\"source\":{\"type\":\"base64\",\"data\":\"AQ==\"},\"name\":\"n\","
                + "\"size_bytes\":1,\"sha256\":\"ab\"},{\"type\":\"video\",\"media_type\":\"video/mp4\","
                + "\"source\":{\"type\":\"url\",\"url\":\"https://h/v\"}}],\"fault\":{\"kind\":\"exception\","
                + "\"message\":\"m\",\"language\":\"python\",\"type\":\"ValueError\",\"causes\":[{\"language\":"
                + "\"python\",\"type\":\"KeyError\",\"message\":\"k\"}],\"details\":{\"effect\":\"unknown\"},"
                + "\"retryable\":true}}";
        assertEquals(json, response.toJson());
        assertEquals(response, ToolResponse.fromJson(json));
    }

    @Test
    void jsonOfAPlainSuccess() {
        String json = "{\"result\":null,\"success\":true,\"error\":null,\"execution_time_ms\":0,\"tool_name\":null,"
                + "\"blocks\":[],\"fault\":null}";
        assertEquals(json, ToolResponse.success(null).toJson());
        assertEquals(ToolResponse.success(null), ToolResponse.fromJson(json));
        String deep = "[".repeat(512) + "]".repeat(512);
        String whole = json.replaceFirst("null", deep);
        assertEquals(whole, ToolResponse.fromJson(whole).toJson());
    }

    @Test
    void otherJsonIsRefused() {
        for (String other : List.of("", "[]", "{}", "{\"success\":1}")) {
            String message =
                    assertThrows(IllegalArgumentException.class, () -> ToolResponse.fromJson(other)).getMessage();
            assertTrue(message.contains("JSON"), message);
        }
    }
}

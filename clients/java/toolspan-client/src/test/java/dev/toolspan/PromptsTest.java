package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PromptsTest {
    private static String filled(String template, Map<String, ?> args) {
        return Prompts.formatPrompt(template, args).get(0).text();
    }

    @Test
    void placeholders() {
        Map<String, Object> args = new LinkedHashMap<>();
        args.put("a", "$1 \\ {b}");
        args.put("b", null);
        args.put("c d", List.of(1, 1.0, true));
        args.put("", "never");
        assertEquals("$1 \\ {b}  [1,1.0,true] {x} {} {{$1 \\ {b}}}", filled("{a} {b} {c d} {x} {} {{{a}}}", args));
        assertEquals("{\na}", filled("{\na}", args));
    }

    @Test
    void valuesAreWhatAModelReads() {
        assertEquals("18446744073709551615", filled("{v}", Map.of("v", new BigInteger("18446744073709551615"))));
        assertEquals("100000000000000000000.0", filled("{v}", Map.of("v", 1e20)));
        assertEquals("{\"ä\":null}", filled("{v}", Map.of("v", java.util.Collections.singletonMap("ä", null))));
        assertEquals("1.10", filled("{v}", Map.of("v", new BigDecimal("1.10"))));
        assertEquals("00000000-0000-0000-0000-000000000001", filled("{v}", Map.of("v", new UUID(0, 1))));
        assertThrows(IllegalArgumentException.class, () -> filled("{v}", Map.of("v", Double.NaN)));
    }

    @Test
    void aTextIsAUserMessageUnlessSaidOtherwise() {
        assertEquals(List.of(ChatMessage.user("hi")), Prompts.formatPrompt("hi", Map.of()));
        assertEquals(List.of(ChatMessage.system("hi")), Prompts.formatPrompt("hi", Map.of(), Role.SYSTEM));
    }

    @Test
    void onlyTextBlocksChange() {
        MediaBlock image = MediaBlock.fromUrl(MediaBlock.Type.IMAGE, "{a}", "image/png");
        ToolCallBlock call = new ToolCallBlock("{a}", "n", Map.of("k", "{a}"));
        ToolResultBlock result = new ToolResultBlock("c", "{a}");
        Map<String, Object> metadata = Map.of("m", "{a}");
        List<ChatMessage> template = List.of(
                ChatMessage.assistant(List.of(new TextBlock("{a}"), image, call)).withMetadata(metadata),
                ChatMessage.tool(result));
        assertEquals(
                List.of(ChatMessage.assistant(List.of(new TextBlock("x"), image, call)).withMetadata(metadata),
                        ChatMessage.tool(result)),
                Prompts.formatPrompt(template, Map.of("a", "x")));
    }

    @Test
    void inputThatSaysNothingIsLeftOutButTheAssistants() {
        MediaBlock image = MediaBlock.fromUrl(MediaBlock.Type.IMAGE, "u", "image/png");
        ChatMessage nothing = ChatMessage.user("");
        ChatMessage silent = ChatMessage.assistant("");
        ChatMessage picture = ChatMessage.user(List.of(image));
        assertEquals(List.of(ChatMessage.user("p"), silent, picture),
                Prompts.promptMessages("p", Map.of(), List.of(nothing, silent, picture)));
        assertEquals(List.of(nothing, silent),
                Prompts.promptMessages(List.of(nothing), Map.of(), List.of(nothing, silent)));
    }

    @Test
    void aSystemMessageFollowsTheFirstOne() {
        ChatMessage user = ChatMessage.user("u");
        ChatMessage system = ChatMessage.system("s");
        ChatMessage skills = ChatMessage.system("skills");
        assertEquals(List.of(user, system, skills, system),
                Prompts.insertSystem(List.of(user, system, system), "skills"));
        assertEquals(List.of(skills, user), Prompts.insertSystem(List.of(user), "skills"));
        assertEquals(List.of(skills), Prompts.insertSystem(List.of(), "skills"));
    }
}

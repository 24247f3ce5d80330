package dev.toolspan.host.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolspan.host.HostTool;
import dev.toolspan.host.Param;
import dev.toolspan.host.Tool;
import dev.toolspan.host.ToolContext;
import dev.toolspan.host.ToolSet;
import dev.toolspan.internal.Problem;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What methods and builders say of tools. */
class AnnotatedToolsTest {
    @SuppressWarnings("unused")
    static class Parent {
        @Tool
        String inherited() {
            return "parent";
        }

        @Tool
        String overridden() {
            return "parent";
        }
    }

    record Answer(String text, @Param(required = false) Integer line) {
    }

    @SuppressWarnings("unused")
    static final class Tools extends Parent {
        @Tool(name = "look.up", description = "Looks up.", timeoutMs = 1500, idempotent = true)
        static String find(
                String word,
                ToolContext context,
                @Param(description = "how many", defaultValue = "3") int most,
                Optional<String> language,
                @Param(nullable = true) Integer since,
                @Param(required = false) List<String> tags) {
            return word;
        }

        @Override
        String overridden() {
            return "child";
        }

        @Tool(outputSchema = true)
        CompletableFuture<Answer> later() {
            return null;
        }

        @Tool(outputSchema = true)
        void nothing() {
        }
    }

    private static HostTool tool(Object tools, String name) {
        return Offers.of("s", List.of(tools)).byBareName().get(name);
    }

    private static String mistake(Object tools) {
        return assertThrows(IllegalArgumentException.class, () -> Offers.of("s", List.of(tools))).getMessage();
    }

    @Test
    void aMethodSaysAll() {
        Definition find = (Definition) tool(Tools.class, "look.up");
        assertEquals("Looks up.", find.description());
        assertEquals(1500, find.timeoutMs());
        assertTrue(find.idempotent());
        assertEquals(
                "{\"type\":\"object\",\"properties\":{\"word\":{\"type\":\"string\"},"
                        + "\"most\":{\"type\":\"integer\",\"description\":\"how many\",\"default\":3},"
                        + "\"language\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]},"
                        + "\"since\":{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"null\"}]},"
                        + "\"tags\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}},"
                        + "\"required\":[\"word\",\"since\"]}",
                find.inputSchema());
        assertEquals(null, find.outputSchema());
    }

    @Test
    void inheritedMethodsAreToolsAndOverriddenOnesAsTheChildSays() {
        assertEquals(
                List.of("inherited", "later", "look.up", "nothing"),
                Offers.of("s", List.of(new Tools())).byBareName().keySet().stream().sorted().toList());
    }

    @Test
    void outputSchemasWhereAskedFor() {
        assertEquals(
                "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"},"
                        + "\"line\":{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"null\"}]}},\"required\":[\"text\"]}",
                tool(new Tools(), "later").outputSchema());
        assertEquals("{\"type\":\"null\"}", tool(new Tools(), "nothing").outputSchema());
    }

    @Test
    void builders() {
        HostTool tool = HostTool.builder("b")
                .description("built")
                .input(Answer.class)
                .output("{\"type\":\"string\"}")
                .idempotent()
                .run((answer, context) -> answer.text());
        assertEquals(
                "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"},\"line\":{\"type\":\"integer\"}},"
                        + "\"required\":[\"text\"]}",
                tool.inputSchema());
        assertEquals("{\"type\":\"string\"}", tool.outputSchema());
        assertThrows(IllegalArgumentException.class, () -> HostTool.builder("a b").run((args, context) -> null));
        assertThrows(IllegalArgumentException.class, () -> HostTool.builder("a").input("[]"));
        assertThrows(IllegalArgumentException.class, () -> HostTool.builder("a").input("{\"type\":\"array\"}"));
    }

    @SuppressWarnings("unused")
    static final class Rest {
        @Tool
        static Object all(int a, @Param(rest = true) Map<String, Integer> others) {
            return others;
        }

        @Tool(closed = true)
        static void none(int a) {
        }
    }

    @Test
    void whatHasNoParameterOfItsOwn() throws Throwable {
        Definition all = (Definition) tool(Rest.class, "all");
        assertEquals(
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"a\"],"
                        + "\"additionalProperties\":{\"type\":\"integer\"}}",
                all.inputSchema());
        Place place = Place.root();
        Object read = all.inputs().read().of(Map.of("a", 1, "b", 2), place);
        assertEquals(Map.of("b", 2), all.body().run(read, null));
        all.inputs().read().of(Map.of("a", 1, "b", "x"), place);
        assertEquals("/b must be integer, not string", Problem.list(place.problems()));
        assertTrue(tool(Rest.class, "none").inputSchema().endsWith(",\"additionalProperties\":false}"));
    }

    @SuppressWarnings("unused")
    static final class Twice {
        @Tool(name = "x")
        void one() {
        }

        @Tool(name = "x")
        void other() {
        }
    }

    static final class Zoneless {
        @Tool
        void at(LocalTime time) {
        }
    }

    static final class NoDefault {
        @Tool
        void at(@Param(required = false) int most) {
        }
    }

    static final class BadDefault {
        @Tool
        void at(@Param(defaultValue = "many") int most) {
        }
    }

    static final class NoConstructor {
        NoConstructor(int needed) {
        }

        @Tool
        void at() {
        }
    }

    @Test
    void mistakesAreSaidWithTheirPlace() {
        assertTrue(mistake(Twice.class).startsWith("s.x and s.x: one process offers each bare name once"));
        assertTrue(mistake(Zoneless.class).startsWith("Tool at (Zoneless.at), parameter time: java.time.LocalTime"));
        assertTrue(mistake(NoDefault.class).contains("needs a defaultValue"));
        assertTrue(mistake(BadDefault.class).contains("the defaultValue"));
        assertTrue(mistake(NoConstructor.class).contains("needs a constructor without parameters"));
        assertTrue(mistake("text").contains("java.lang.String offers nothing"));
        assertTrue(mistake(List.of()).contains("no tools"));
        assertThrows(IllegalArgumentException.class, () -> Offers.of("a.b", List.of(Tools.class)));
    }

    static final class Several implements ToolSet {
        @Override
        public List<HostTool> tools() {
            return List.of(HostTool.builder("m").run((args, context) -> Map.of()));
        }
    }

    @Test
    void theSourceIsTheClassWhereNoneIsGiven() {
        assertEquals("Several", Offers.of(null, List.of(Several.class)).toWire().get(0).getSpec().getSource());
        HostTool alone = HostTool.builder("m").run((args, context) -> null);
        assertThrows(IllegalArgumentException.class, () -> Offers.of(null, List.of(alone)));
    }
}

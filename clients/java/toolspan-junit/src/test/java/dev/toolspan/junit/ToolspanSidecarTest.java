package dev.toolspan.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolspan.Call;
import dev.toolspan.CallOptions;
import dev.toolspan.FaultKind;
import dev.toolspan.ToolResponse;
import dev.toolspan.Toolspan;
import dev.toolspan.host.Tool;
import dev.toolspan.host.ToolHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The extension as a user's own tests use it. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class ToolspanSidecarTest {
    @RegisterExtension
    static final ToolspanSidecar SIDECAR =
            ToolspanSidecar.withTools(new Sums()).with("weather", Map.of("celsius", 21));

    @RegisterExtension
    final ToolspanSidecar own = ToolspanSidecar.withCanned("weather", 7);

    /** Tools as a user writes them. */
    public static final class Sums {
        @Tool(description = "Adds.")
        public int add(int a, int b) {
            return a + b;
        }
    }

    @Test
    void toolsOfTheTestAreCalled() {
        assertEquals(3, SIDECAR.hub().call("add", Map.of("a", 1, "b", 2)).result());
        assertEquals(Map.of("celsius", 21), SIDECAR.hub().call("test.weather", Map.of()).result());
        try (Toolspan hub = Toolspan.connect(SIDECAR.address())) {
            assertEquals(FaultKind.INVALID_ARGUMENTS, hub.call("add", Map.of("a", "x")).fault().kind());
        }
    }

    @Test
    void aSidecarOfAnInstanceIsItsOwn() {
        assertNotEquals(SIDECAR.address(), own.address());
        assertEquals(7, own.hub().call("weather", Map.of()).result());
        assertEquals(1, own.hub().tools().size());
    }

    @Test
    void answersAreGivenInTurn() {
        try (Canned turns = SIDECAR.canned(
                "turns",
                "one",
                Answer.fails("no such city").result(Map.of("rows", 1)),
                ToolResponse.error("own"),
                Answer.raises(new IllegalStateException("boom")),
                null)) {
            List<ToolResponse> all = IntStream.range(0, 6)
                    .mapToObj(n -> SIDECAR.hub().call("turns", Map.of("n", n)))
                    .toList();
            assertEquals("one", all.get(0).result());
            assertEquals("no such city", all.get(1).error());
            assertEquals(Map.of("rows", 1), all.get(1).result());
            assertEquals("own", all.get(2).error());
            assertEquals(FaultKind.EXCEPTION, all.get(3).fault().kind());
            assertEquals("boom", all.get(3).error());
            assertTrue(all.get(4).success() && all.get(5).success());
            assertEquals(Map.of("n", 0), turns.calls().get(0));
            assertEquals(6, turns.calls().size());
            assertEquals("later", call(turns.then("later")));
        }
        assertEquals(FaultKind.UNKNOWN_TOOL, SIDECAR.hub().call("turns", Map.of()).fault().kind());
    }

    private static Object call(Canned canned) {
        return SIDECAR.hub().call(canned.name(), Map.of()).result();
    }

    @ParameterizedTest
    @EnumSource
    void everyKindOfFailureCanBeHad(FaultKind kind) {
        String name = "fails_" + kind.word();
        try (Canned canned = SIDECAR.canned(name, Answer.fails(kind).details(Map.of("code", "E7")).asRetryable())) {
            ToolResponse response = SIDECAR.hub().call(canned.name(), Map.of());
            assertFalse(response.success());
            assertTrue(response.error().startsWith("Tool " + name + " "), response.error());
            assertEquals(kind, response.fault().kind());
            assertEquals("E7", response.fault().details().get("code"));
            assertTrue(response.fault().retryable());
        }
    }

    @Test
    void anAnswerMayTakeItsTime() {
        try (Canned slow = SIDECAR.canned("slow", Answer.succeeds("late").after(Duration.ofMinutes(2)))) {
            CallOptions short100 = CallOptions.none().timeout(Duration.ofMillis(100));
            ToolResponse response = SIDECAR.hub().call(slow.name(), Map.of(), short100);
            assertEquals("Tool slow timed out after 100 ms.", response.error());
        }
    }

    @Test
    void callsSideBySideEachHaveAnAnswer() {
        Object[] answers = IntStream.range(0, 20).boxed().toArray();
        try (Canned many = SIDECAR.canned("many", answers)) {
            List<Call> calls = IntStream.range(0, 20).mapToObj(n -> Call.of("many", Map.of("n", n))).toList();
            List<Object> results = SIDECAR.hub().callAll(calls).stream().map(ToolResponse::result).sorted().toList();
            assertEquals(List.of(answers), results);
            assertEquals(20, many.calls().size());
        }
    }

    @Test
    void moreToolsMayComeAndGo() {
        try (ToolHost more = SIDECAR.offer(new Object() {
            @Tool(name = "anonymous", description = "Is there for one test.")
            public String run() {
                return "here";
            }
        })) {
            assertEquals(List.of("test.anonymous"), more.tools());
        }
    }

    @Test
    void filesAreHosts(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("words.ts"),
                "import { tool } from \"toolspan\";\n"
                        + "export const hello = tool({ name: \"hello\", description: \"Greets.\", run: () => \"hi\" });\n");
        own.offerFile(file);
        assertEquals("hi", own.hub().call("words.hello", Map.of()).result());
        Path broken = Files.writeString(folder.resolve("broken.ts"), "throw new Error('not today');\n");
        String told = assertThrows(NoSidecarException.class, () -> own.offerFile(broken)).getMessage();
        assertTrue(told.contains("not today"), told);
        assertTrue(own.log().contains("not today"));
    }

    @Test
    void aProgramThatIsMissingIsTold(@TempDir Path folder) throws IOException {
        Map<String, String> nothing = Map.of("PATH", folder.toString());
        assertEquals(
                "/no/such, as the system property toolspan.bin says, is no program that can be run.",
                assertThrows(NoSidecarException.class, () -> SidecarCommand.find("/no/such", nothing, folder)).getMessage());
        Map<String, String> wrong = Map.of("PATH", folder.toString(), "TOOLSPAN_BIN", "no-such-program");
        assertTrue(assertThrows(NoSidecarException.class, () -> SidecarCommand.find(null, wrong, folder))
                .getMessage()
                .startsWith("no-such-program, as $TOOLSPAN_BIN says"));
        assertTrue(assertThrows(NoSidecarException.class, () -> SidecarCommand.find(null, nothing, folder))
                .getMessage()
                .contains("npm install --save-dev toolspan"));
        Path local = Files.createDirectories(folder.resolve("node_modules/.bin")).resolve("toolspan");
        Files.writeString(local, "#!/bin/sh\n");
        assertTrue(local.toFile().setExecutable(true));
        Path deep = Files.createDirectories(folder.resolve("a/b"));
        assertEquals(List.of(local.toString()), SidecarCommand.find(null, nothing, deep));
    }

    @Test
    void aFieldThatIsNotRegisteredIsTold() {
        assertThrows(IllegalStateException.class, () -> ToolspanSidecar.empty().hub());
    }

    @Nested
    class Inner {
        @Test
        void aNestedClassHasTheSameSidecar() {
            assertEquals(5, SIDECAR.hub().call("add", Map.of("a", 2, "b", 3)).result());
        }
    }
}

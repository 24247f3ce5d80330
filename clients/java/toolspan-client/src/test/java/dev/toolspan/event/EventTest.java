package dev.toolspan.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolspan.ChatMessage;
import dev.toolspan.FaultKind;
import dev.toolspan.InvalidMessageException;
import dev.toolspan.ToolCallBlock;
import dev.toolspan.ToolResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EventTest {
    private static final String REQUEST = "00000000-0000-0000-0000-000000000002";
    private static final String TEXT = "{\"id\":\"e\",\"type\":\"_chat_request_event\",\"attributes\":{\"later\":1.0,"
            + "\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"blocks\":[]}]},\"upstreamEventId\":\"u\","
            + "\"attachments\":{}}";

    @Test
    void aNewEventHasItsTypeAndEveryAttribute() {
        TypedEvent typed = ChatRequestEvent.of("m", List.of(ChatMessage.user("hi")));
        assertEquals(36, Event.of(typed).id().length());
        assertEquals("{\"id\":\"e\",\"type\":\"_chat_request_event\",\"attributes\":{\"model\":\"m\",\"messages\":"
                + "[{\"role\":\"user\",\"blocks\":[{\"type\":\"text\",\"text\":\"hi\"}],\"metadata\":{}}],"
                + "\"prompt_args\":{},\"output_schema\":null},\"upstreamEventId\":\"u\",\"upstreamActionName\":\"a\"}",
                Event.of(typed, "e", "u", "a").toJson());
    }

    @Test
    void anExecutionHasTheTypeOfItsStatus() {
        TypedEvent typed = new ExecutionEvent(ExecutionEvent.Status.SUCCESS, null, null, null, null, null, null);
        assertEquals("{\"id\":\"e\",\"type\":\"_execution_finished_event\",\"attributes\":{\"status\":\"success\"}}",
                Event.of(typed, "e", null, null).toJson());
    }

    @Test
    void bytesOfAResponseAreShownAsInOtherResponses() {
        Map<String, ToolResponse> responses = Map.of("a", ToolResponse.success(new byte[] {0, -1}));
        Event event = Event.of(new ToolResponseEvent(REQUEST, responses, Map.of(), Map.of(), Map.of(), null));
        assertTrue(event.toJson().contains(
                "\"result\":{\"media_type\":\"application/octet-stream\",\"base64\":\"AP8=\"}"));
    }

    static Stream<Arguments> refused() {
        ToolCallBlock call = new ToolCallBlock("a", "n", null);
        return Stream.of(
                Arguments.of(new InputEvent(Map.of("a", Double.NaN)), "/attributes/input/a"),
                Arguments.of(new ContextRetrievalResponseEvent("x", "", List.of()), "/attributes/request_id"),
                Arguments.of(new ToolRequestEvent(null, List.of(call, call)), "/attributes/tool_calls"),
                Arguments.of(new ContextRetrievalRequestEvent("q", "s", -1), "/attributes/max_results"));
    }

    @ParameterizedTest
    @MethodSource
    void refused(TypedEvent typed, String path) {
        InvalidMessageException bad = assertThrows(InvalidMessageException.class, () -> Event.of(typed));
        assertEquals(path, bad.path());
        assertTrue(bad.getMessage().startsWith(path), bad.getMessage());
    }

    @Test
    void unchangedAttributesStayAsTheyWereWritten() {
        Event event = Event.fromJson(TEXT);
        assertEquals(TEXT, event.withTyped(event.typed()).toJson());
        assertEquals(event, Event.fromBytes(event.toBytes()));
    }

    @Test
    void changedAttributesStandInTheirPlacesAndNewOnesBehind() {
        Event event = Event.fromJson(TEXT);
        ChatRequestEvent was = assertInstanceOf(ChatRequestEvent.class, event.typed());
        Event changed = event.withTyped(new ChatRequestEvent("n", was.messages(), Map.of("a", 1), null));
        assertEquals(
                TEXT.replace("\"model\":\"m\"", "\"model\":\"n\"").replace("[]}]}", "[]}],\"prompt_args\":{\"a\":1}}"),
                changed.toJson());
    }

    @Test
    void whatIsNoLongerToldIsLeftOut() {
        String text = "{\"id\":\"e\",\"type\":\"_execution_failed_event\",\"attributes\":{\"errorType\":\"E\","
                + "\"status\":\"failed\",\"x\":1}}";
        TypedEvent typed = new ExecutionEvent(ExecutionEvent.Status.FAILED, null, null, null, null, null, null);
        assertEquals(text.replace("\"errorType\":\"E\",", ""), Event.fromJson(text).withTyped(typed).toJson());
    }

    @Test
    void aCustomEventTakesAllAttributes() {
        Event event = Event.fromJson("{\"id\":\"e\",\"type\":\"x\",\"attributes\":{\"a\":1}}");
        assertEquals(Map.of("b", 2), event.withTyped(new CustomEvent("x", Map.of("b", 2))).attributes());
    }

    @Test
    void anEventKeepsItsType() {
        Event event = Event.fromJson(TEXT);
        InvalidMessageException bad =
                assertThrows(InvalidMessageException.class, () -> event.withTyped(new InputEvent(1)));
        assertEquals("/type must be one of _input_event", bad.getMessage());
    }

    @Test
    void aFailureWithoutAFaultIsTheToolsOwnError() {
        Event event = Event.fromJson("{\"id\":\"e\",\"type\":\"_tool_response_event\",\"attributes\":{\"request_id\":\""
                + REQUEST + "\",\"responses\":{\"a\":{\"success\":false,\"error\":\"boom\"}},\"success\":{\"a\":false},"
                + "\"error\":{\"a\":null}}}");
        ToolResponseEvent typed = assertInstanceOf(ToolResponseEvent.class, event.typed());
        assertEquals(FaultKind.TOOL_ERROR, typed.responses().get("a").fault().kind());
        assertEquals("boom", typed.responses().get("a").fault().message());
    }

    @Test
    void aResponseIsASuccessOrAFailure() {
        assertThrows(InvalidMessageException.class, () -> ChatResponseEvent.failed(REQUEST, ""));
    }

    @Test
    void fieldsOfEveryEventAreNoExtraOnes() {
        InvalidMessageException bad = assertThrows(
                InvalidMessageException.class, () -> new Event("e", "x", null, null, null, Map.of("id", "other")));
        assertEquals("/extra/id is a field that every event has", bad.getMessage());
    }
}

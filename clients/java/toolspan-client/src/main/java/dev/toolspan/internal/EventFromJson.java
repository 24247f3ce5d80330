package dev.toolspan.internal;

import static java.util.Map.entry;

import dev.toolspan.ChatMessage;
import dev.toolspan.ChatResult;
import dev.toolspan.InvalidMessageException;
import dev.toolspan.ToolCallBlock;
import dev.toolspan.event.AgentRunBeginEvent;
import dev.toolspan.event.ChatRequestEvent;
import dev.toolspan.event.ChatResponseEvent;
import dev.toolspan.event.ContextRetrievalRequestEvent;
import dev.toolspan.event.ContextRetrievalResponseEvent;
import dev.toolspan.event.CustomEvent;
import dev.toolspan.event.Document;
import dev.toolspan.event.Event;
import dev.toolspan.event.ExecutionEvent;
import dev.toolspan.event.InputEvent;
import dev.toolspan.event.OutputEvent;
import dev.toolspan.event.ShortTermWriteEvent;
import dev.toolspan.event.ToolRequestEvent;
import dev.toolspan.event.ToolResponseEvent;
import dev.toolspan.event.TypedEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Events of their canonical JSON form; the first known thing that is wrong is thrown (C7.1, C7.2). */
public final class EventFromJson {
    private static final List<String> OWN =
            List.of("id", "type", "attributes", "upstreamEventId", "upstreamActionName");
    private static final List<String> STATUSES = List.of("SUCCESS", "FAILED");
    private static final String ATTRIBUTES = "/attributes";

    // attributes are read in the order of the fields, so that every language tells the same mistake
    private static final Map<String, Function<JsonFields, TypedEvent>> READERS = Map.ofEntries(
            entry(InputEvent.TYPE, a -> new InputEvent(a.required("input"))),
            entry(OutputEvent.TYPE, a -> new OutputEvent(a.required("output"))),
            entry(ChatRequestEvent.TYPE, EventFromJson::chatRequest),
            entry(ChatResponseEvent.TYPE, EventFromJson::chatResponse),
            entry(ToolRequestEvent.TYPE, EventFromJson::toolRequest),
            entry(ToolResponseEvent.TYPE, EventFromJson::toolResponse),
            entry(ContextRetrievalRequestEvent.TYPE, EventFromJson::contextRequest),
            entry(ContextRetrievalResponseEvent.TYPE, EventFromJson::contextResponse),
            entry(ShortTermWriteEvent.TYPE,
                    a -> new ShortTermWriteEvent(a.string("key"), EventFields.requiredMap(a, "value"))),
            entry(AgentRunBeginEvent.TYPE,
                    a -> new AgentRunBeginEvent(a.string("key"), EventFields.requiredMap(a, "value"))),
            execution(ExecutionEvent.Status.STARTED),
            execution(ExecutionEvent.Status.SUCCESS),
            execution(ExecutionEvent.Status.FAILED),
            execution(ExecutionEvent.Status.REUSED));

    private EventFromJson() {
    }

    public static Event event(String text) {
        Object value = MessageFromJson.parsed(text);
        JsonFields fields = JsonFields.of(value, "");
        Map<String, Object> extra = new LinkedHashMap<>();
        ((Map<?, ?>) value).forEach((key, item) -> extra.put((String) key, item));
        extra.keySet().removeAll(OWN);
        return new Event(
                fields.string("id"),
                fields.string("type"),
                EventFields.requiredMap(fields, "attributes"),
                fields.optionalString("upstreamEventId"),
                fields.optionalString("upstreamActionName"),
                extra);
    }

    /** Refuses fields of {@code extra} that every event has of its own. */
    public static void checkExtra(Map<String, Object> extra) {
        for (String own : OWN) {
            if (extra.containsKey(own)) {
                throw JsonFields.misshapen("/extra/" + own, Texts.FIELD_RESERVED);
            }
        }
    }

    /** The typed attributes of a type; the text of a rule that a part breaks gets its place. */
    public static TypedEvent typed(String type, Map<String, Object> attributes) {
        Function<JsonFields, TypedEvent> read = READERS.get(type);
        if (read == null) {
            return new CustomEvent(type, attributes);
        }
        try {
            return read.apply(JsonFields.of(attributes, ATTRIBUTES));
        } catch (InvalidMessageException bad) {
            String path = bad.path().isEmpty() ? ATTRIBUTES : bad.path();
            if (bad.getMessage().startsWith(path + " ")) {
                throw bad;
            }
            throw new InvalidMessageException(path, Texts.eventPart(path, bad.getMessage()));
        }
    }

    private static ChatRequestEvent chatRequest(JsonFields a) {
        String model = a.string("model");
        List<ChatMessage> messages = a.items("messages", MessageFromJson::message);
        return new ChatRequestEvent(model, messages, a.map("prompt_args"), a.get("output_schema"));
    }

    private static ChatResponseEvent chatResponse(JsonFields a) {
        String requestId = EventFields.uuid(a, "request_id");
        ChatResponseEvent.Status status = ChatResponseEvent.Status.valueOf(a.choice("status", STATUSES));
        ChatResult response =
                a.get("response") == null ? null : MessageFromJson.result(a.get("response"), a.at("response"));
        return new ChatResponseEvent(
                requestId,
                status,
                response,
                a.optionalString("error"),
                EventFields.count(a, "retry_count"),
                EventFields.count(a, "total_retry_wait_sec"),
                a.get("structured_output"),
                a.get("model_routing"));
    }

    private static ToolRequestEvent toolRequest(JsonFields a) {
        String model = a.optionalString("model");
        List<ToolCallBlock> calls = a.items(
                "tool_calls", (one, at) -> (ToolCallBlock) MessageFromJson.block(one, at, List.of("tool_call")));
        if (calls.stream().map(ToolCallBlock::callId).distinct().count() < calls.size()) {
            throw new InvalidMessageException(a.at("tool_calls"), Texts.EVENT_DUPLICATE_CALL);
        }
        return new ToolRequestEvent(model, calls);
    }

    private static ToolResponseEvent toolResponse(JsonFields a) {
        return new ToolResponseEvent(
                EventFields.uuid(a, "request_id"),
                EventFields.entries(EventFields.requiredMap(a, "responses"), a.at("responses"), EventResponse::of),
                EventFields.entries(EventFields.requiredMap(a, "success"), a.at("success"), JsonFields::flagAt),
                EventFields.entries(EventFields.requiredMap(a, "error"), a.at("error"), EventFields::text),
                EventFields.entries(a.map("external_ids"), a.at("external_ids"), EventFields::text),
                EventFields.optionalCount(a, "timestamp"));
    }

    private static ContextRetrievalRequestEvent contextRequest(JsonFields a) {
        return new ContextRetrievalRequestEvent(
                a.string("query"), a.string("vector_store"), EventFields.requiredCount(a, "max_results"));
    }

    private static ContextRetrievalResponseEvent contextResponse(JsonFields a) {
        return new ContextRetrievalResponseEvent(
                EventFields.uuid(a, "request_id"),
                a.string("query"),
                a.items("documents", EventFromJson::document));
    }

    private static Document document(Object value, String path) {
        JsonFields fields = JsonFields.of(value, path);
        return new Document(
                fields.string("content"),
                fields.map("metadata"),
                fields.optionalString("id"),
                fields.get("embedding") == null ? null : fields.items("embedding", EventFields::number),
                fields.get("score") == null ? null : EventFields.number(fields.get("score"), fields.at("score")));
    }

    private static Map.Entry<String, Function<JsonFields, TypedEvent>> execution(ExecutionEvent.Status status) {
        return entry(status.type(), a -> {
            a.choice("status", List.of(status.word()));
            return new ExecutionEvent(
                    status,
                    a.optionalString("entityType"),
                    a.optionalString("entityName"),
                    a.get("entityMetadata") == null ? null : a.map("entityMetadata"),
                    a.optionalString("problemCategory"),
                    a.optionalString("errorType"),
                    a.optionalString("errorMessage"));
        });
    }
}

package dev.toolspan.internal;

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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The canonical JSON form of events, and of their typed attributes in the reference's order (C7.2). */
public final class EventToJson {
    private EventToJson() {
    }

    public static String text(Event event) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", event.id());
        members.put("type", event.type());
        members.put("attributes", event.attributes());
        putKnown(members, "upstreamEventId", event.upstreamEventId());
        putKnown(members, "upstreamActionName", event.upstreamActionName());
        members.putAll(event.extra());
        return MessageToJson.text(members);
    }

    /** Typed attributes as reading them would give them, and held to its rules. */
    public static Map<String, Object> checked(TypedEvent typed) {
        Map<String, Object> attributes = ordinary(typed);
        EventFromJson.typed(typed.type(), attributes);
        return attributes;
    }

    /** The attributes of an event with the known ones as {@code typed} has them; what is the same stays as it is. */
    public static Map<String, Object> merged(Event event, TypedEvent typed) {
        if (!typed.type().equals(event.type())) {
            throw JsonFields.misshapen("/type", Texts.fieldChoice(typed.type()));
        }
        Map<String, Object> is = checked(typed);
        if (typed instanceof CustomEvent) {
            return is;
        }
        Map<String, Object> was = ordinary(event.typed());
        Map<String, Object> merged = new LinkedHashMap<>();
        event.attributes().forEach((name, value) -> {
            if (isSame(was, is, name)) {
                merged.put(name, value);
            } else if (is.containsKey(name)) {
                merged.put(name, is.get(name));
            }
        });
        is.forEach((name, value) -> {
            if (!event.attributes().containsKey(name) && !isSame(was, is, name)) {
                merged.put(name, value);
            }
        });
        return merged;
    }

    // of an attribute that neither knows, too
    private static boolean isSame(Map<String, Object> was, Map<String, Object> is, String name) {
        return was.containsKey(name) == is.containsKey(name) && valueText(was.get(name)).equals(valueText(is.get(name)));
    }

    private static String valueText(Object value) {
        return MessageToJson.text(Collections.singletonMap("value", value));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> ordinary(TypedEvent typed) {
        String text = MessageToJson.text(members(typed), "/attributes", JsonFloats.MODEL);
        return (Map<String, Object>) MessageFromJson.parsed(text);
    }

    private static Map<String, Object> members(TypedEvent typed) {
        if (typed instanceof CustomEvent custom) {
            return custom.attributes();
        }
        Map<String, Object> members = new LinkedHashMap<>();
        if (typed instanceof InputEvent event) {
            members.put("input", event.input());
        } else if (typed instanceof OutputEvent event) {
            members.put("output", event.output());
        } else if (typed instanceof ChatRequestEvent event) {
            put(members, event);
        } else if (typed instanceof ChatResponseEvent event) {
            put(members, event);
        } else if (typed instanceof ToolRequestEvent event) {
            members.put("model", event.model());
            members.put("tool_calls", event.toolCalls().stream().map(BlockJson::members).toList());
        } else if (typed instanceof ToolResponseEvent event) {
            put(members, event);
        } else if (typed instanceof ContextRetrievalRequestEvent event) {
            members.put("query", event.query());
            members.put("vector_store", event.vectorStore());
            members.put("max_results", event.maxResults());
        } else if (typed instanceof ContextRetrievalResponseEvent event) {
            members.put("request_id", event.requestId());
            members.put("query", event.query());
            members.put("documents", event.documents().stream().map(EventToJson::members).toList());
        } else if (typed instanceof ShortTermWriteEvent event) {
            members.put("key", event.key());
            members.put("value", event.value());
        } else if (typed instanceof AgentRunBeginEvent event) {
            members.put("key", event.key());
            members.put("value", event.value());
        } else if (typed instanceof ExecutionEvent event) {
            put(members, event);
        }
        return members;
    }

    private static void put(Map<String, Object> members, ChatRequestEvent event) {
        members.put("model", event.model());
        members.put("messages", event.messages().stream().map(MessageToJson::members).toList());
        members.put("prompt_args", event.promptArgs());
        members.put("output_schema", event.outputSchema());
    }

    private static void put(Map<String, Object> members, ChatResponseEvent event) {
        members.put("request_id", event.requestId());
        members.put("status", event.status().name());
        members.put("response", event.response() == null ? null : MessageToJson.members(event.response()));
        members.put("error", event.error());
        members.put("retry_count", event.retryCount());
        members.put("total_retry_wait_sec", event.totalRetryWaitSec());
        if (event.status() == ChatResponseEvent.Status.SUCCESS) {
            members.put("structured_output", event.structuredOutput());
        } else {
            putKnown(members, "structured_output", event.structuredOutput());
        }
        putKnown(members, "model_routing", event.modelRouting());
    }

    private static void put(Map<String, Object> members, ToolResponseEvent event) {
        Map<String, Object> responses = new LinkedHashMap<>();
        event.responses().forEach((callId, response) -> responses.put(callId, ResponseJson.members(response)));
        members.put("request_id", event.requestId());
        members.put("responses", responses);
        members.put("success", event.success());
        members.put("error", event.error());
        members.put("external_ids", event.externalIds());
        putKnown(members, "timestamp", event.timestamp());
    }

    private static Map<String, Object> members(Document document) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("content", document.content());
        members.put("metadata", document.metadata());
        members.put("id", document.id());
        members.put("embedding", document.embedding());
        members.put("score", document.score());
        return members;
    }

    private static void put(Map<String, Object> members, ExecutionEvent event) {
        members.put("status", event.status().word());
        putKnown(members, "entityType", event.entityType());
        putKnown(members, "entityName", event.entityName());
        putKnown(members, "entityMetadata", event.entityMetadata());
        putKnown(members, "problemCategory", event.problemCategory());
        putKnown(members, "errorType", event.errorType());
        putKnown(members, "errorMessage", event.errorMessage());
    }

    private static void putKnown(Map<String, Object> members, String name, Object value) {
        if (value != null) {
            members.put(name, value);
        }
    }
}

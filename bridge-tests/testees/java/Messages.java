import dev.toolspan.ChatMessage;
import dev.toolspan.ChatResult;
import dev.toolspan.ContentBlock;
import dev.toolspan.Fault;
import dev.toolspan.FaultKind;
import dev.toolspan.InvalidMessageException;
import dev.toolspan.Prompts;
import dev.toolspan.ToolCallBlock;
import dev.toolspan.ToolResponse;
import dev.toolspan.UnsupportedContentException;
import dev.toolspan.event.Event;
import dev.toolspan.event.TypedEvent;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads messages, results and events in one form, and tells them in every form. */
final class Messages {
    private static final String TOOL_HEAD = "{\"role\":\"tool\",\"blocks\":[";
    private static final String TOOL_TAIL = "],\"metadata\":{}}";

    private Messages() {
    }

    /** The answers to many conversions; one that could not be done spoils no other. */
    static Map<String, Object> convertMany(Map<?, ?> command) {
        List<Object> answers = new ArrayList<>();
        for (Object item : (List<?>) command.get("items")) {
            try {
                answers.add(convert((Map<?, ?>) item));
            } catch (RuntimeException | StackOverflowError unforeseen) {
                answers.add(Answers.of(unforeseen));
            }
        }
        return Map.of("items", answers);
    }

    static Map<String, Object> convert(Map<?, ?> command) {
        String data = (String) command.get("data");
        boolean isWire = "wire".equals(command.get("from"));
        try {
            return switch ((String) command.get("type")) {
                case "message" -> of(isWire ? ChatMessage.fromBytes(bytes(data)) : ChatMessage.fromJson(data));
                case "result" -> of(isWire ? ChatResult.fromBytes(bytes(data)) : ChatResult.fromJson(data));
                case "event" -> event(isWire ? Event.fromBytes(bytes(data)) : Event.fromJson(data));
                case "response_block" -> block(data, (String) command.get("call_id"));
                case "prompt" -> prompt(data);
                case "text_provider" -> textProvider(data);
                default -> throw new IllegalArgumentException("type " + command.get("type"));
            };
        } catch (InvalidMessageException refused) {
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("error", refused.getMessage());
            told.put("path", refused.path());
            return told;
        } catch (UnsupportedContentException refused) {
            return Map.of("error", refused.getMessage());
        }
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static Map<String, Object> of(ChatMessage message) {
        return told(message.toJson(), message.toBytes(), message);
    }

    private static Map<String, Object> of(ChatResult result) {
        return told(result.toJson(), result.toBytes(), result.message());
    }

    private static Map<String, Object> told(String json, byte[] wire, ChatMessage message) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("json", json);
        told.put("wire", HexFormat.of().formatHex(wire));
        told.put("text", message.text());
        told.put("tool_calls", message.toolCalls().stream().map(ToolCallBlock::callId).toList());
        told.put("string", message.toString());
        return told;
    }

    private static Map<String, Object> event(Event read) {
        TypedEvent typed = read.typed();
        Event event = read.withTyped(typed);
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("json", event.toJson());
        told.put("wire", HexFormat.of().formatHex(event.toBytes()));
        told.put("typed", typed.getClass().getSimpleName());
        told.put("made", Event.of(typed, "", null, null).toJson());
        return told;
    }

    private static Map<String, Object> block(String data, String callId) {
        Map<String, Object> told = read(data);
        Object said = told.get("blocks");
        List<ContentBlock> blocks = ChatMessage.fromMap(Map.of("role", "user", "blocks", said == null ? List.of() : said))
                .blocks().stream().map(ContentBlock.class::cast).toList();
        String error = (String) told.get("error");
        ToolResponse response = new ToolResponse(
                told.get("result"), error == null, error, 0, (String) told.get("tool_name"), blocks,
                error == null ? null : fault(error, object(told.get("fault"))));
        String message = ChatMessage.tool(response.toResultBlock(callId)).toJson();
        return Map.of("json", message.substring(TOOL_HEAD.length(), message.length() - TOOL_TAIL.length()));
    }

    // what is not told of a fault is that of a tool's own error
    private static Fault fault(String error, Map<String, Object> told) {
        Object kind = told.get("kind");
        return Fault.of(kind == null ? FaultKind.TOOL_ERROR : FaultKind.of((String) kind), error);
    }

    private static Map<String, Object> prompt(String data) {
        Map<String, Object> asked = read(data);
        Map<String, Object> args = object(asked.get("args"));
        List<ChatMessage> input = messages(asked.get("input"));
        List<ChatMessage> all = asked.get("template") instanceof String text
                ? Prompts.promptMessages(text, args, input)
                : Prompts.promptMessages(messages(asked.get("template")), args, input);
        return json(all);
    }

    private static Map<String, Object> textProvider(String data) {
        List<ChatMessage> all = messages(read("{\"messages\":" + data + "}").get("messages"));
        UnsupportedContentException.rejectMedia("Acme", all);
        return json(all);
    }

    private static Map<String, Object> json(List<ChatMessage> messages) {
        return Map.of("json", messages.stream().map(ChatMessage::toJson).collect(Collectors.joining(",", "[", "]")));
    }

    // the metadata of a message is read without losing a digit
    private static Map<String, Object> read(String data) {
        return ChatMessage.fromJson("{\"role\":\"user\",\"blocks\":[],\"metadata\":" + data + "}").metadata();
    }

    private static List<ChatMessage> messages(Object list) {
        return list == null ? List.of() : ((List<?>) list).stream().map(each -> ChatMessage.fromMap(object(each))).toList();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }
}

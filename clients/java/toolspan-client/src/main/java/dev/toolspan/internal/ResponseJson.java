package dev.toolspan.internal;

import dev.toolspan.Cause;
import dev.toolspan.Fault;
import dev.toolspan.FaultKind;
import dev.toolspan.ToolResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The canonical JSON form of a response, the same in every language. */
public final class ResponseJson {
    private ResponseJson() {
    }

    /** The members of the canonical JSON form, in its order. */
    static Map<String, Object> members(ToolResponse response) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("result", ModelText.shown(response.result()));
        members.put("success", response.success());
        members.put("error", response.error());
        members.put("execution_time_ms", response.executionTimeMs());
        members.put("tool_name", response.toolName());
        members.put("blocks", response.blocks().stream().map(BlockJson::members).toList());
        members.put("fault", response.fault() == null ? null : members(response.fault()));
        return members;
    }

    public static String write(ToolResponse response) {
        // the value itself may use every level, and stands one level deeper here
        JsonWriter.Written written = JsonWriter.write(members(response), JsonFloats.WIRE, JsonReader.MAX_DEPTH + 2);
        if (written instanceof JsonWriter.Unfit unfit) {
            throw new IllegalArgumentException(Problem.list(unfit.problems()));
        }
        return ((JsonWriter.Json) written).text();
    }

    private static Map<String, Object> members(Fault fault) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("kind", fault.kind().word());
        members.put("message", fault.message());
        members.put("language", fault.language());
        members.put("type", fault.type());
        members.put("causes", fault.causes());
        members.put("details", fault.details());
        members.put("retryable", fault.retryable());
        return members;
    }

    public static ToolResponse read(String text) {
        JsonReader.Read read = JsonReader.readResponse(text);
        if (read instanceof JsonReader.Bad bad) {
            throw new IllegalArgumentException(Texts.problem(Texts.ROOT, bad.reason()));
        }
        try {
            return response(new JsonMembers(((JsonReader.Value) read).value()));
        } catch (ClassCastException | NullPointerException other) {
            throw new IllegalArgumentException("the text is JSON, but not of a ToolResponse", other);
        }
    }

    private static ToolResponse response(JsonMembers from) {
        Object fault = from.get("fault");
        return new ToolResponse(
                from.get("result"),
                from.flag("success"),
                from.text("error"),
                from.number("execution_time_ms"),
                from.text("tool_name"),
                from.list("blocks").stream().map(b -> BlockJson.block(new JsonMembers(b))).toList(),
                fault == null ? null : fault(new JsonMembers(fault)));
    }

    private static Fault fault(JsonMembers from) {
        List<Cause> causes = from.list("causes").stream().map(c -> cause(new JsonMembers(c))).toList();
        return new Fault(
                FaultKind.of(from.text("kind")),
                from.text("message"),
                from.text("language"),
                from.text("type"),
                causes,
                from.object("details"),
                from.flag("retryable"));
    }

    private static Cause cause(JsonMembers from) {
        return new Cause(from.text("language"), from.text("type"), from.text("message"));
    }
}

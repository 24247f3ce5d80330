package dev.toolspan.internal;

import com.google.protobuf.UnsafeByteOperations;
import dev.toolspan.Block;
import dev.toolspan.ChatMessage;
import dev.toolspan.ChatResult;
import dev.toolspan.ReasoningBlock;
import dev.toolspan.Role;
import dev.toolspan.TokenUsage;
import dev.toolspan.ToolCallBlock;
import dev.toolspan.ToolResultBlock;
import dev.toolspan.v1.MediaBlock;
import dev.toolspan.v1.Payload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages and results on the wire. What arrives takes the shape of the JSON form, its maps still as payloads, so that
 * one reader holds both to the same rules with the same words (C5.3).
 */
final class WireMessage {
    private WireMessage() {
    }

    static dev.toolspan.v1.ChatMessage toWire(ChatMessage message, String path) {
        dev.toolspan.v1.ChatMessage.Builder wire =
                dev.toolspan.v1.ChatMessage.newBuilder().setRole(role(message.role()));
        for (Block block : message.blocks()) {
            wire.addBlocks(toWire(block, path + "/blocks/" + wire.getBlocksCount()));
        }
        if (!message.metadata().isEmpty()) {
            wire.setMetadata(payload(message.metadata(), path + "/metadata"));
        }
        return wire.build();
    }

    private static dev.toolspan.v1.Role role(Role role) {
        return switch (role) {
            case SYSTEM -> dev.toolspan.v1.Role.ROLE_SYSTEM;
            case USER -> dev.toolspan.v1.Role.ROLE_USER;
            case ASSISTANT -> dev.toolspan.v1.Role.ROLE_ASSISTANT;
            case TOOL -> dev.toolspan.v1.Role.ROLE_TOOL;
        };
    }

    private static dev.toolspan.v1.Block toWire(Block block, String path) {
        if (block instanceof ReasoningBlock reasoning) {
            return dev.toolspan.v1.Block.newBuilder().setReasoning(toWire(reasoning, path)).build();
        }
        if (block instanceof ToolCallBlock call) {
            return dev.toolspan.v1.Block.newBuilder().setToolCall(toWire(call, path)).build();
        }
        if (block instanceof ToolResultBlock result) {
            return dev.toolspan.v1.Block.newBuilder().setToolResult(toWire(result, path)).build();
        }
        return WireBlock.toWire(block);
    }

    private static dev.toolspan.v1.ReasoningBlock toWire(ReasoningBlock reasoning, String path) {
        dev.toolspan.v1.ReasoningBlock.Builder wire = dev.toolspan.v1.ReasoningBlock.newBuilder();
        if (reasoning.text() != null) {
            wire.setText(JsonStrings.wellFormed(reasoning.text()));
        }
        if (!reasoning.metadata().isEmpty()) {
            wire.setMetadata(payload(reasoning.metadata(), path + "/metadata"));
        }
        return wire.build();
    }

    private static dev.toolspan.v1.ToolCallBlock toWire(ToolCallBlock call, String path) {
        dev.toolspan.v1.ToolCallBlock.Builder wire = dev.toolspan.v1.ToolCallBlock.newBuilder()
                .setCallId(JsonStrings.wellFormed(call.callId()))
                .setName(JsonStrings.wellFormed(call.name()));
        if (!call.input().isEmpty()) {
            wire.setInput(payload(call.input(), path + "/input"));
        }
        if (!call.metadata().isEmpty()) {
            wire.setMetadata(payload(call.metadata(), path + "/metadata"));
        }
        return wire.build();
    }

    private static dev.toolspan.v1.ToolResultBlock toWire(ToolResultBlock result, String path) {
        dev.toolspan.v1.ToolResultBlock.Builder wire = dev.toolspan.v1.ToolResultBlock.newBuilder()
                .setCallId(JsonStrings.wellFormed(result.callId()))
                .setIsError(result.isError());
        result.blocks().forEach(block -> wire.addBlocks(WireBlock.toWire(block)));
        if (!result.metadata().isEmpty()) {
            wire.setMetadata(payload(result.metadata(), path + "/metadata"));
        }
        return wire.build();
    }

    static dev.toolspan.v1.ChatResult toWire(ChatResult result) {
        dev.toolspan.v1.ChatResult.Builder wire =
                dev.toolspan.v1.ChatResult.newBuilder().setMessage(toWire(result.message(), "/message"));
        if (result.model() != null) {
            wire.setModel(JsonStrings.wellFormed(result.model()));
        }
        if (result.responseId() != null) {
            wire.setResponseId(JsonStrings.wellFormed(result.responseId()));
        }
        if (result.usage() != null) {
            wire.setUsage(toWire(result.usage()));
        }
        if (result.finishReason() != null) {
            wire.setFinishReason(JsonStrings.wellFormed(result.finishReason()));
        }
        if (!result.metadata().isEmpty()) {
            wire.setMetadata(payload(result.metadata(), "/metadata"));
        }
        return wire.build();
    }

    private static dev.toolspan.v1.TokenUsage toWire(TokenUsage usage) {
        dev.toolspan.v1.TokenUsage.Builder wire = dev.toolspan.v1.TokenUsage.newBuilder();
        if (usage.promptTokens() != null) {
            wire.setPromptTokens(usage.promptTokens());
        }
        if (usage.completionTokens() != null) {
            wire.setCompletionTokens(usage.completionTokens());
        }
        usage.promptTokenDetails()
                .forEach((name, count) -> wire.putPromptTokenDetails(JsonStrings.wellFormed(name), count));
        usage.completionTokenDetails()
                .forEach((name, count) -> wire.putCompletionTokenDetails(JsonStrings.wellFormed(name), count));
        return wire.build();
    }

    /** A JSON object that stands at a path. */
    static Payload payload(Map<String, Object> map, String path) {
        byte[] json = JsonStrings.utf8(MessageToJson.text(map, path, JsonFloats.WIRE));
        return Payload.newBuilder().setData(UnsafeByteOperations.unsafeWrap(json)).build();
    }

    static ChatMessage fromWire(dev.toolspan.v1.ChatMessage wire) {
        return MessageFromJson.message(members(wire), "");
    }

    static ChatResult fromWire(dev.toolspan.v1.ChatResult wire) {
        Map<String, Object> members = new LinkedHashMap<>();
        put(members, "message", wire.hasMessage(), members(wire.getMessage()));
        put(members, "model", wire.hasModel(), wire.getModel());
        put(members, "response_id", wire.hasResponseId(), wire.getResponseId());
        put(members, "usage", wire.hasUsage(), members(wire.getUsage()));
        put(members, "finish_reason", wire.hasFinishReason(), wire.getFinishReason());
        members.put("metadata", wire.getMetadata());
        return MessageFromJson.result(members, "");
    }

    private static Map<String, Object> members(dev.toolspan.v1.ChatMessage wire) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("role", word(wire.getRole()));
        members.put("blocks", blocks(wire.getBlocksList()));
        members.put("metadata", wire.getMetadata());
        return members;
    }

    // a role that is not known here is no word, which the reader refuses
    private static String word(dev.toolspan.v1.Role wire) {
        return switch (wire) {
            case ROLE_SYSTEM -> Role.SYSTEM.word();
            case ROLE_USER -> Role.USER.word();
            case ROLE_ASSISTANT -> Role.ASSISTANT.word();
            case ROLE_TOOL -> Role.TOOL.word();
            case ROLE_UNSPECIFIED, UNRECOGNIZED -> "";
        };
    }

    private static List<Object> blocks(List<dev.toolspan.v1.Block> wire) {
        List<Object> blocks = new ArrayList<>();
        wire.forEach(block -> blocks.add(members(block)));
        return blocks;
    }

    // a block without a kind has no type, which the reader demands
    private static Map<String, Object> members(dev.toolspan.v1.Block wire) {
        return switch (wire.getKindCase()) {
            case TEXT -> {
                Map<String, Object> members = typed("text");
                members.put("text", wire.getText().getText());
                yield members;
            }
            case IMAGE -> media("image", wire.getImage());
            case AUDIO -> media("audio", wire.getAudio());
            case VIDEO -> media("video", wire.getVideo());
            case DOCUMENT -> media("document", wire.getDocument());
            case REASONING -> members(wire.getReasoning());
            case TOOL_CALL -> members(wire.getToolCall());
            case TOOL_RESULT -> members(wire.getToolResult());
            case KIND_NOT_SET -> new LinkedHashMap<>();
        };
    }

    private static Map<String, Object> media(String type, MediaBlock wire) {
        Map<String, Object> members = typed(type);
        members.put("media_type", wire.getMediaType());
        switch (wire.getSourceCase()) {
            case BASE64 -> members.put("source", Map.of("type", "base64", "data", wire.getBase64()));
            case URL -> members.put("source", Map.of("type", "url", "url", wire.getUrl()));
            case SOURCE_NOT_SET -> { }
        }
        put(members, "name", wire.hasName(), wire.getName());
        put(members, "size_bytes", wire.hasSizeBytes(), wire.getSizeBytes());
        put(members, "sha256", wire.hasSha256(), wire.getSha256());
        return members;
    }

    private static Map<String, Object> members(dev.toolspan.v1.ReasoningBlock wire) {
        Map<String, Object> members = typed("reasoning");
        put(members, "text", wire.hasText(), wire.getText());
        members.put("metadata", wire.getMetadata());
        return members;
    }

    private static Map<String, Object> members(dev.toolspan.v1.ToolCallBlock wire) {
        Map<String, Object> members = typed("tool_call");
        members.put("call_id", wire.getCallId());
        members.put("name", wire.getName());
        members.put("input", wire.getInput());
        members.put("metadata", wire.getMetadata());
        return members;
    }

    private static Map<String, Object> members(dev.toolspan.v1.ToolResultBlock wire) {
        Map<String, Object> members = typed("tool_result");
        members.put("call_id", wire.getCallId());
        members.put("blocks", blocks(wire.getBlocksList()));
        members.put("is_error", wire.getIsError());
        members.put("metadata", wire.getMetadata());
        return members;
    }

    private static Map<String, Object> members(dev.toolspan.v1.TokenUsage wire) {
        Map<String, Object> members = new LinkedHashMap<>();
        put(members, "prompt_tokens", wire.hasPromptTokens(), wire.getPromptTokens());
        put(members, "completion_tokens", wire.hasCompletionTokens(), wire.getCompletionTokens());
        members.put("prompt_token_details", wire.getPromptTokenDetailsMap());
        members.put("completion_token_details", wire.getCompletionTokenDetailsMap());
        return members;
    }

    private static Map<String, Object> typed(String type) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", type);
        return members;
    }

    private static void put(Map<String, Object> members, String name, boolean present, Object value) {
        if (present) {
            members.put(name, value);
        }
    }
}

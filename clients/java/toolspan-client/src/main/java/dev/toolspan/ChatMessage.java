package dev.toolspan;

import dev.toolspan.internal.MessageBytes;
import dev.toolspan.internal.MessageFromJson;
import dev.toolspan.internal.MessageRules;
import dev.toolspan.internal.MessageToJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * One message of a conversation: ordered blocks, checked against its role (C5.1).
 *
 * @param role who speaks
 * @param blocks what is said; copied
 * @param metadata an ordinary map, shared and not copied; null makes an empty one
 */
public record ChatMessage(Role role, List<Block> blocks, Map<String, Object> metadata) {
    /** @throws InvalidMessageException if the blocks break a rule of the role */
    public ChatMessage {
        Objects.requireNonNull(role, "role");
        blocks = List.copyOf(blocks);
        metadata = metadata == null ? new LinkedHashMap<>() : metadata;
        MessageRules.check(role, blocks, "");
    }

    /** Text of a role; null and the empty text are no block. */
    public static ChatMessage of(Role role, String text) {
        return of(role, text == null || text.isEmpty() ? List.of() : List.of(new TextBlock(text)));
    }

    /** Blocks of a role; null is none. */
    public static ChatMessage of(Role role, List<? extends Block> blocks) {
        return new ChatMessage(role, blocks == null ? List.of() : List.copyOf(blocks), null);
    }

    public static ChatMessage system(String text) {
        return of(Role.SYSTEM, text);
    }

    public static ChatMessage system(List<? extends Block> blocks) {
        return of(Role.SYSTEM, blocks);
    }

    public static ChatMessage user(String text) {
        return of(Role.USER, text);
    }

    public static ChatMessage user(List<? extends Block> blocks) {
        return of(Role.USER, blocks);
    }

    public static ChatMessage assistant(String text) {
        return of(Role.ASSISTANT, text);
    }

    public static ChatMessage assistant(List<? extends Block> blocks) {
        return of(Role.ASSISTANT, blocks);
    }

    /** What a tool answered. */
    public static ChatMessage tool(ToolResultBlock result) {
        return of(Role.TOOL, List.of(result));
    }

    /** This message with other blocks. */
    public ChatMessage withBlocks(List<? extends Block> blocks) {
        return new ChatMessage(role, List.copyOf(blocks), metadata);
    }

    /** This message with other metadata. */
    public ChatMessage withMetadata(Map<String, Object> metadata) {
        return new ChatMessage(role, blocks, metadata);
    }

    /** The place of the first SYSTEM message, or -1. */
    public static int findFirstSystemMessage(List<ChatMessage> messages) {
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).role() == Role.SYSTEM) {
                return i;
            }
        }
        return -1;
    }

    /** The text blocks at the top, joined; never serialized (C5.2). */
    public String text() {
        return blocks.stream()
                .filter(TextBlock.class::isInstance)
                .map(block -> ((TextBlock) block).text())
                .collect(Collectors.joining());
    }

    /** The tool calls at the top, in order; never serialized (C5.2). */
    public List<ToolCallBlock> toolCalls() {
        return blocks.stream().filter(ToolCallBlock.class::isInstance).map(ToolCallBlock.class::cast).toList();
    }

    /**
     * The canonical JSON text.
     *
     * @throws InvalidMessageException if a map holds a value that JSON has no form for
     */
    public String toJson() {
        return MessageToJson.text(toMap());
    }

    /** @throws InvalidMessageException at the first thing that is wrong with the text */
    public static ChatMessage fromJson(String text) {
        return MessageFromJson.message(MessageFromJson.parsed(text), "");
    }

    /** The members of the canonical JSON form, in its order; {@code input} and {@code metadata} are those of the blocks. */
    public Map<String, Object> toMap() {
        return MessageToJson.members(this);
    }

    /**
     * Reads what {@link #toMap} made, as strictly as JSON; {@code input} and {@code metadata} are shared.
     *
     * @throws InvalidMessageException at the first thing that is wrong
     */
    public static ChatMessage fromMap(Map<String, ?> map) {
        return MessageFromJson.message(map, "");
    }

    /**
     * The protobuf form, {@code toolspan.v1.ChatMessage}.
     *
     * @throws InvalidMessageException if a map holds a value that JSON has no form for
     */
    public byte[] toBytes() {
        return MessageBytes.of(this);
    }

    /** @throws InvalidMessageException if the bytes are not of a message that keeps the rules */
    public static ChatMessage fromBytes(byte[] bytes) {
        return MessageBytes.message(bytes);
    }

    /** {@code role: text}, for a person. */
    @Override
    public String toString() {
        return role.word() + ": " + text();
    }
}

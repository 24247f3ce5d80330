package dev.toolspan;

/** One piece of content of a message (C5.1). */
public sealed interface Block permits ContentBlock, ReasoningBlock, ToolCallBlock, ToolResultBlock {
}

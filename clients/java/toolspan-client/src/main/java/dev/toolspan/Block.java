package dev.toolspan;

/** One piece of content that a model reads in a tool's answer. */
public sealed interface Block permits TextBlock, MediaBlock {
}

package dev.toolspan;

/** Text or media: what a person, a model and a tool's answer may hold. */
public sealed interface ContentBlock extends Block permits TextBlock, MediaBlock {
}

import { texts } from "../../gen/texts.js";
import type { Block } from "../block.js";
import { isContent } from "../block.js";
import type { ChatMessage } from "./message.js";

/** A block that a provider cannot be sent; it names neither the payload nor the URL (C5.7). */
export class UnsupportedContentError extends TypeError {
  override readonly name = "UnsupportedContentError";

  constructor(provider: string, block: Block, reason: string) {
    const article = block.type === "image" || block.type === "audio" ? "an" : "a";
    super(
      isContent(block) && block.type !== "text"
        ? texts.media_unsupported(provider, article, block.type, block.mediaType, block.source.type, reason)
        : texts.content_unsupported(provider, article, block.type, reason),
    );
  }
}

/** Throws at the first media block of a conversation, tool results included, for a provider that takes text alone. */
export function rejectMedia(provider: string, messages: readonly ChatMessage[]): void {
  for (const block of messages.flatMap(({ blocks }) => blocks)) {
    const inside = block.type === "tool_result" ? block.blocks : [block];
    const media = inside.find((one) => isContent(one) && one.type !== "text");
    if (media !== undefined) throw new UnsupportedContentError(provider, media, texts.text_only);
  }
}

/** Plain text. */
export interface TextBlock {
  readonly type: "text";
  readonly text: string;
}

export const MEDIA_TYPES = ["image", "audio", "video", "document"] as const;

/** An image, sound, film or document (C5.1). */
export interface MediaBlock {
  readonly type: (typeof MEDIA_TYPES)[number];
  /** An IANA media type, never empty. */
  readonly mediaType: string;
  readonly source: { readonly type: "base64"; readonly data: string } | { readonly type: "url"; readonly url: string };
  readonly name?: string;
  /** Bytes. */
  readonly sizeBytes?: number | bigint;
  /** Lower-case hexadecimal. */
  readonly sha256?: string;
}

/** What a tool may show a model beside its result. */
export type ContentBlock = TextBlock | MediaBlock;

/** A JSON object that stays ordinary: not copied, not frozen. */
export type JsonMap = Record<string, unknown>;

/** What a model thought, with what its provider needs to continue it (C5.6). */
export interface ReasoningBlock {
  readonly type: "reasoning";
  readonly text: string | null;
  readonly metadata: JsonMap;
}

/** A model's wish to call a tool (C5.3). */
export interface ToolCallBlock {
  readonly type: "tool_call";
  readonly callId: string;
  readonly name: string;
  readonly input: JsonMap;
  readonly metadata: JsonMap;
}

/** What the model reads of one tool call (C5.4). */
export interface ToolResultBlock {
  readonly type: "tool_result";
  readonly callId: string;
  readonly blocks: readonly ContentBlock[];
  readonly isError: boolean;
  readonly metadata: JsonMap;
}

/** Everything that a message may hold (C5.1). */
export type Block = ContentBlock | ReasoningBlock | ToolCallBlock | ToolResultBlock;

export const CONTENT_TYPES = ["text", ...MEDIA_TYPES] as const;
export const BLOCK_TYPES = [...CONTENT_TYPES, "reasoning", "tool_call", "tool_result"] as const;

/** Whether a block is text or media. */
export function isContent(block: Block): block is ContentBlock {
  return (CONTENT_TYPES as readonly string[]).includes(block.type);
}

import { texts } from "../../gen/texts.js";
import { type Block, isContent, type JsonMap, type ToolCallBlock, type ToolResultBlock } from "../block.js";
import { InvalidMessageError } from "./invalid.js";

export const ROLES = ["system", "user", "assistant", "tool"] as const;

export type Role = (typeof ROLES)[number];

/** One message of a conversation: ordered blocks, checked against its role (C5.1). */
export interface ChatMessage {
  readonly role: Role;
  readonly blocks: readonly Block[];
  /** Ordinary and shared, not copied. */
  readonly metadata: JsonMap;
}

type Content = string | null | readonly Block[];

/** Makes messages; each is checked and throws InvalidMessageError where it breaks a rule. */
export const ChatMessage = {
  /** Blocks of a role; the list is copied. */
  of(role: Role, content: Content, metadata: JsonMap = {}): ChatMessage {
    const message = Object.freeze({ role, blocks: Object.freeze(blocksOf(content)), metadata });
    checkMessage(message, "");
    return message;
  },

  system: (content: Content, metadata?: JsonMap): ChatMessage => ChatMessage.of("system", content, metadata),
  user: (content: Content, metadata?: JsonMap): ChatMessage => ChatMessage.of("user", content, metadata),
  assistant: (content: Content, metadata?: JsonMap): ChatMessage => ChatMessage.of("assistant", content, metadata),
  tool: (result: ToolResultBlock, metadata?: JsonMap): ChatMessage => ChatMessage.of("tool", [result], metadata),

  withBlocks: ({ role, metadata }: ChatMessage, blocks: readonly Block[]): ChatMessage =>
    ChatMessage.of(role, blocks, metadata),
  withMetadata: ({ role, blocks }: ChatMessage, metadata: JsonMap): ChatMessage =>
    ChatMessage.of(role, blocks, metadata),

  /** The text blocks at the top, joined; never serialized (C5.2). */
  text: ({ blocks }: ChatMessage): string => blocks.map((block) => (block.type === "text" ? block.text : "")).join(""),

  /** The tool calls at the top, in order; never serialized (C5.2). */
  toolCalls: ({ blocks }: ChatMessage): readonly ToolCallBlock[] =>
    blocks.filter((block) => block.type === "tool_call"),

  /** `role: text`, for a person. */
  toString: (message: ChatMessage): string => `${message.role}: ${ChatMessage.text(message)}`,
};

/** The place of the first system message, or -1. */
export function findFirstSystemMessage(messages: readonly ChatMessage[]): number {
  return messages.findIndex(({ role }) => role === "system");
}

function blocksOf(content: Content): readonly Block[] {
  if (content === null || content === "") return [];
  return typeof content === "string" ? [{ type: "text", text: content }] : [...content];
}

/** The rules of roles and ids, in the order in which every language checks them (C5.1, C5.3). */
export function checkMessage({ role, blocks }: ChatMessage, path: string): void {
  const fail = (text: string): never => {
    throw new InvalidMessageError(path, text);
  };
  for (const [i, block] of blocks.entries()) checkIds(block, `${path}/blocks/${i}`);
  const isResult = (block: Block | undefined): boolean => block?.type === "tool_result";
  if (role === "tool") {
    if (blocks.length !== 1 || !isResult(blocks[0])) fail(texts.message_tool_one_result);
  } else if (blocks.some(isResult)) fail(texts.message_result_role);
  if (role === "system" && blocks.some((block) => block.type !== "text")) fail(texts.message_system_text);
  if (role === "user" && !blocks.every(isContent)) fail(texts.message_user_media);
  const ids = blocks.flatMap((block) => (block.type === "tool_call" ? [block.callId] : []));
  if (new Set(ids).size < ids.length) fail(texts.message_duplicate_call);
}

function checkIds(block: Block, path: string): void {
  if (block.type !== "tool_call" && block.type !== "tool_result") return;
  if (block.callId === "") throw new InvalidMessageError(`${path}/call_id`, texts.message_call_id_empty);
  if (block.type === "tool_call" && block.name === "") {
    throw new InvalidMessageError(`${path}/name`, texts.message_name_empty);
  }
}

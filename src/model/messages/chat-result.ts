import { texts } from "../../gen/texts.js";
import type { JsonMap } from "../block.js";
import { InvalidMessageError } from "./invalid.js";
import type { ChatMessage } from "./message.js";

/** Token counts; null is unknown, zero was measured (C5.5). */
export interface TokenUsage {
  readonly promptTokens: number | bigint | null;
  readonly completionTokens: number | bigint | null;
  readonly promptTokenDetails: Readonly<Record<string, number | bigint>>;
  readonly completionTokenDetails: Readonly<Record<string, number | bigint>>;
}

/** What a chat model answered, apart from the history (C5.5). */
export interface ChatResult {
  readonly message: ChatMessage;
  readonly model: string | null;
  readonly responseId: string | null;
  readonly usage: TokenUsage | null;
  /** "length" and "content_filter" are canonical; any other text is the provider's. */
  readonly finishReason: string | null;
  readonly metadata: JsonMap;
}

/** A result of an assistant's message; what is not given is unknown. */
export function chatResult(message: ChatMessage, facts: Partial<Omit<ChatResult, "message">> = {}): ChatResult {
  if (message.role !== "assistant") throw new InvalidMessageError("/message", texts.message_result_role_assistant);
  const unknown = { model: null, responseId: null, usage: null, finishReason: null };
  return Object.freeze({ ...unknown, metadata: {}, ...facts, message });
}

/** Counts that are known; the others are null. */
export function tokenUsage(known: Partial<TokenUsage>): TokenUsage {
  const unknown = { promptTokens: null, completionTokens: null };
  return Object.freeze({ ...unknown, promptTokenDetails: {}, completionTokenDetails: {}, ...known });
}

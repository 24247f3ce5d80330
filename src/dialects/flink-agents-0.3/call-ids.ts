import { isObject } from "../../model/messages/json-fields.js";

/**
 * The two ids of each call in a conversation: the one it goes by, and the one that the model's provider gave (`original_id`), by which
 * actions and connections of 0.3 link a tool message to it (golden chat_request_provider_ids).
 */
export class CallIds {
  readonly #own = new Map<unknown, unknown>();
  readonly #provider = new Map<unknown, unknown>();

  /** Notes the calls of a message of blocks. */
  learn(message: unknown): void {
    const blocks = isObject(message) && Array.isArray(message["blocks"]) ? message["blocks"] : [];
    for (const block of blocks as readonly unknown[]) {
      if (!isObject(block) || block["type"] !== "tool_call") continue;
      const { call_id: own, metadata } = block;
      const provider = (isObject(metadata) ? metadata["original_id"] : null) ?? own;
      this.#own.set(provider, own);
      this.#provider.set(own, provider);
    }
  }

  /** The id that a call goes by; one that nobody knows is its own. */
  own(provider: unknown): unknown {
    return this.#own.get(provider) ?? provider;
  }

  /** The id that the provider gave. */
  provider(own: unknown): unknown {
    return this.#provider.get(own) ?? own;
  }
}

import type { ToolCall } from "../model/call.js";
import type { Payload } from "../model/payload.js";
import type { ToolResponse } from "../model/response.js";
import type { Trouble } from "./status.js";

/** What became of one sending of one call. */
export type Answer =
  | { readonly kind: "answered"; readonly response: ToolResponse<Payload | null> }
  | { readonly kind: "aborted" }
  | Trouble;

/** How a call travels over a connection that is there; it repeats nothing and waits for nothing but the answer. */
export interface Transport {
  /** `waitMs` is a backstop behind the budget that the call itself carries (C2.6). */
  send(call: ToolCall, waitMs: number, signal: AbortSignal | undefined): Promise<Answer>;
  /** Cancels what is on the way. */
  close(): void;
}

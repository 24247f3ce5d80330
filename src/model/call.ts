import type { Payload } from "./payload.js";

/** One question to a tool, as it travels. */
export interface ToolCall {
  /** A bare or full name. */
  readonly name: string;
  /** Unread; null means {}. */
  readonly args: Payload | null;
  /** The budget of the whole call in milliseconds; null means the tool's or the sidecar's limit. */
  readonly timeoutMs: number | null;
  /** The caller's own id of the call; empty where it gave none. */
  readonly callId: string;
  /** The digest of the spec that the call was planned with; empty means not checked (C3.4). */
  readonly specDigest: string;
  readonly invocationKey: string;
  /** How many tool calls this one stands within (C3.8). */
  readonly depth: number;
  /** Arguments that the framework injects; they win over `args` (C2.12). */
  readonly injected: Payload | null;
  readonly traceparent: string;
  readonly tracestate: string;
}

/** What a running tool tells of its progress (C3.6). */
export interface Progress {
  /** 0 to 1. */
  readonly fraction?: number;
  readonly message?: string;
}

import type { Payload } from "./payload.js";

/**
 * What a tool is called with: an object, argument text as a model wrote it (sent unread), a payload (sent as it is),
 * or nothing, which is {}.
 */
export type Arguments = object | string | Payload | null | undefined;

/** What one call may say beside its name and arguments. */
export interface CallOptions {
  /** The budget of the whole call in milliseconds; the tool's or the sidecar's limit where not given. */
  readonly timeout?: number;
  /** Cancels the call, and the tool. */
  readonly signal?: AbortSignal;
  /** The caller's own id of the call, for events and logs. */
  readonly callId?: string;
  /** The digest of the spec that the call was planned with (C3.4). */
  readonly specDigest?: string;
  /** Arguments of the caller's own that win over the model's, and never enter history or events (C2.12). */
  readonly injected?: Arguments;
  /** The journal's key (C8.7). */
  readonly invocationKey?: string;
}

/** One call of a batch. */
export interface Call extends CallOptions {
  readonly name: string;
  readonly args?: Arguments;
}

export interface BatchOptions {
  /** The most calls of the batch that run at once; 1 is one after the other, the sidecar's choice where not given. */
  readonly parallelism?: number;
  /** Cancels every call that has no answer yet. */
  readonly signal?: AbortSignal;
}

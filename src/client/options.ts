import type { Payload } from "../model/payload.js";
import type { TlsFiles } from "./address.js";

/** How to reach a sidecar. */
export interface ConnectOptions {
  /** Default: TOOLSPAN_TOKEN, else the token file of a TCP address. */
  readonly token?: string;
  readonly tls?: TlsFiles;
  /** Milliseconds to wait for a sidecar, now and after a lost connection; 5 seconds where not given. */
  readonly connectTimeout?: number;
  /**
   * How calls travel: all over one shared stream, or each as a request of its own, which tells no progress and is there
   * to test and to compare. The outcome of a call is the same. Default: stream.
   */
  readonly transport?: "stream" | "unary";
}

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

export const CONNECT_TIMEOUT = 5000;

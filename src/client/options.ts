import type { TlsFiles } from "./address.js";

export type { Arguments, BatchOptions, Call, CallOptions } from "../model/call-options.js";

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

export const CONNECT_TIMEOUT = 5000;

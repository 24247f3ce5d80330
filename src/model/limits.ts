/** What a caller must stay within (C8.5). */
export interface Limits {
  /** Bytes of one gRPC message. */
  readonly maxMessageBytes: number;
  /** Calls in flight for one peer. */
  readonly maxInFlightPerPeer: number;
  /** Calls in flight in all. */
  readonly maxInFlight: number;
  /** Calls that wait for one host. */
  readonly maxQueuePerHost: number;
  /** Milliseconds of one call. */
  readonly maxCallMs: number;
  /** Bytes of arguments above which a call does not travel on the shared stream. */
  readonly maxStreamArgumentsBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  maxMessageBytes: 32 * 1_048_576,
  maxInFlightPerPeer: 1024,
  maxInFlight: 8192,
  maxQueuePerHost: 1000,
  maxCallMs: 600_000,
  maxStreamArgumentsBytes: 256 * 1024,
};

/** Bytes of one message that are kept for everything but the payload. */
export const MESSAGE_ROOM = 65_536;

/** Why a call did not succeed; the set is closed (C2.7). */
export const FAULT_KINDS = [
  "tool_error",
  "exception",
  "unknown_tool",
  "invalid_arguments",
  "invalid_result",
  "result_too_large",
  "timeout",
  "cancelled",
  "host_lost",
  "overloaded",
  "internal",
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** One link of a cause chain. */
export interface Cause {
  readonly language: string;
  readonly type: string;
  readonly message: string;
}

/** One failure, as fields that every language can read (C2.7). */
export interface Fault {
  readonly kind: FaultKind;
  /** The diagnostic text, at most 8 KiB of UTF-8. */
  readonly message: string;
  /** The language whose code raised; empty where no tool code was involved. */
  readonly language: string;
  /** The exception's type name in that language; empty where there is none. */
  readonly type: string;
  /** Nearest first. */
  readonly causes: readonly Cause[];
  /** Reserved keys: retry_after_ms, effect, path, code, data. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Whether the same call may be sent again with a chance of success. */
  readonly retryable: boolean;
}

/** A fault with no tool code behind it. */
export function fault(kind: FaultKind, message: string, more: Partial<Omit<Fault, "kind" | "message">> = {}): Fault {
  return { kind, message, language: "", type: "", causes: [], details: {}, retryable: false, ...more };
}

import type { ContentBlock } from "./block.js";
import { type Fault, fault } from "./fault.js";

/** Whether the tool did its job (C2.2). `R` is the form of the result: a decoded value, or an unread payload on the way. */
export interface ToolResponse<R = unknown> {
  /** Null for a void tool, and where a failure carries none. */
  readonly result: R;
  /** True exactly when `error` is null. */
  readonly success: boolean;
  /** The diagnostic text of a failure, at most 8 KiB of UTF-8. */
  readonly error: string | null;
  /** Milliseconds around the tool itself. */
  readonly executionTimeMs: number;
  /** The name as called. */
  readonly toolName: string | null;
  /** What the model reads, where the tool says it in content of its own. */
  readonly blocks: readonly ContentBlock[];
  /** Present exactly on failure. */
  readonly fault: Fault | null;
}

/** What a tool may add to an explicit failure. */
export interface ErrorOptions<R = unknown> {
  readonly result?: R;
  readonly blocks?: readonly ContentBlock[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryable?: boolean;
}

/** A success in the form that every raw return takes. */
export function plainSuccess<R>(result: R): ToolResponse<R> {
  return { result, success: true, error: null, executionTimeMs: 0, toolName: null, blocks: [], fault: null };
}

const explicit = new WeakSet<object>();

/** The explicit answers of a tool (C2.4). */
export const ToolResponse = {
  /** The tool did its job. */
  success<R>(result: R, options: { readonly blocks?: readonly ContentBlock[] } = {}): ToolResponse<R> {
    return mark({ ...plainSuccess(result), blocks: options.blocks ?? [] });
  },

  /** The tool did not do its job; an `Error` gives its message or, when that is empty, its name. */
  error<R = null>(error: string | Error, options: ErrorOptions<R> = {}): ToolResponse<R | null> {
    const message = typeof error === "string" ? error : error.message || error.name;
    const { details = {}, retryable = false } = options;
    return mark({
      result: options.result ?? null,
      success: false,
      error: message,
      executionTimeMs: 0,
      toolName: null,
      blocks: options.blocks ?? [],
      fault: fault("tool_error", message, { details, retryable }),
    });
  },
};

/** Whether a returned value was made by `ToolResponse`; a look-alike object is ordinary data (C2.3). */
export function isToolResponse(value: unknown): value is ToolResponse {
  return typeof value === "object" && value !== null && explicit.has(value);
}

/** Marks a response made elsewhere, such as one that a nested call returned, as an explicit answer. */
export function mark<T extends ToolResponse<unknown>>(response: T): T {
  const frozen = Object.freeze(response);
  explicit.add(frozen);
  return frozen;
}

import type { ContentBlock } from "./block.js";
import { type Fault, fault } from "./fault.js";
import type { Payload } from "./payload.js";

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

// A class, so that a look-alike object stays ordinary data (C2.3), and so that a received answer keeps its unread bytes.
class Answer<R> implements ToolResponse<R> {
  readonly result: R;
  readonly success: boolean;
  readonly error: string | null;
  readonly executionTimeMs: number;
  readonly toolName: string | null;
  readonly blocks: readonly ContentBlock[];
  readonly fault: Fault | null;
  readonly #unread: Payload | null | undefined;

  constructor(from: ToolResponse<unknown>, result: R, unread: Payload | null | undefined) {
    this.result = result;
    this.success = from.success;
    this.error = from.error;
    this.executionTimeMs = from.executionTimeMs;
    this.toolName = from.toolName;
    this.blocks = from.blocks;
    this.fault = from.fault;
    this.#unread = unread;
  }

  static is(value: object): value is Answer<unknown> {
    return #unread in value;
  }

  static unreadOf(value: object): Payload | null | undefined {
    return #unread in value ? value.#unread : undefined;
  }
}

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

/** Whether a returned value was made by `ToolResponse` or received from a call; a look-alike object is data (C2.3). */
export function isToolResponse(value: unknown): value is ToolResponse {
  return typeof value === "object" && value !== null && Answer.is(value);
}

/** The response as an explicit answer, which a tool may return. */
export function mark<R>(response: ToolResponse<R>): ToolResponse<R> {
  return new Answer(response, response.result, undefined);
}

/** A received response with its result read; the unread bytes stay behind it (C1.2). */
export function withResult(unread: ToolResponse<Payload | null>, result: unknown): ToolResponse {
  return new Answer(unread, result, unread.result);
}

/** The bytes that a received response came with; undefined where it was made here. */
export function unreadResult(response: ToolResponse): Payload | null | undefined {
  return Answer.unreadOf(response);
}

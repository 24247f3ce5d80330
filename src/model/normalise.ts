import { texts } from "../gen/texts.js";
import { type Fault, type FaultKind, fault } from "./fault.js";
import type { Outcome } from "./outcome.js";
import type { ToolResponse } from "./response.js";

/** Bytes of UTF-8 that `error` and `fault.message` may have (C2.7). */
export const MAX_ERROR_BYTES = 8192;

/** The one way from an outcome to the ToolResponse that callers, events, traces and metrics see (C2.5). */
export function normalise<R>(
  toolName: string,
  outcome: Outcome<ToolResponse<R>>,
  executionTimeMs: number,
): ToolResponse<R | null> {
  if (outcome.kind === "raised") return failed(toolName, outcome.fault, null, executionTimeMs);
  const { result, error, fault: reason, blocks } = outcome.value;
  if (error === null) {
    return { result, success: true, error: null, executionTimeMs, toolName, blocks, fault: null };
  }
  return { ...failed(toolName, reason ?? fault("tool_error", error), result, executionTimeMs), blocks };
}

function failed<R>(toolName: string, reason: Fault, result: R | null, executionTimeMs: number): ToolResponse<R | null> {
  const bounded = clampFault(reason);
  return { result, success: false, error: bounded.message, executionTimeMs, toolName, blocks: [], fault: bounded };
}

/** The fault with each of its texts cut. */
export function clampFault(reason: Fault): Fault {
  const causes = reason.causes.map((cause) => ({ ...cause, message: clamp(cause.message) }));
  return { ...reason, message: clamp(reason.message), causes };
}

/** Cuts text at 8 KiB of UTF-8, between code points (C1.7). */
export function clamp(text: string): string {
  const whole = text.toWellFormed();
  if (whole.length * 3 <= MAX_ERROR_BYTES || Buffer.byteLength(whole) <= MAX_ERROR_BYTES) return whole;
  const bytes = Buffer.from(whole);
  let end = MAX_ERROR_BYTES;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
}

const modelFailure = {
  tool_error: (tool, error) => error || texts.tool_failed(tool),
  exception: (tool) => texts.execute_failed(tool),
  internal: (tool) => texts.execute_failed(tool),
  unknown_tool: (_, error) => error,
  invalid_arguments: (_, error) => error,
  invalid_result: (_, error) => error,
  result_too_large: (_, error) => error,
  timeout: (_, error) => error,
  cancelled: (_, error) => error,
  host_lost: (_, error) => error,
  overloaded: (_, error) => error,
} satisfies Record<FaultKind, (tool: string, error: string) => string>;

/** What a model reads of a failure (C2.10). */
export function failureText(response: ToolResponse<unknown>): string {
  return modelFailure[response.fault?.kind ?? "internal"](response.toolName ?? "", response.error ?? "");
}

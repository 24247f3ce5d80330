import type { JsonMap } from "../model/block.js";
import { isObject } from "../model/messages/json-fields.js";

const KNOWN = ["result", "success", "error", "execution_time_ms", "tool_name", "blocks", "metadata"];
const MARKER = "__flink_agents_tool_result__";

/** Each entry of a map of responses, made anew. */
export function mapEntries(value: unknown, each: (item: unknown, key: string) => unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, each(item, key)]));
}

/** A response in any form as the canonical envelope; a map that only looks like an envelope is a result. */
export function responseUp(value: unknown, isSuccess: boolean, error: unknown, readsEnvelopes: boolean): unknown {
  if (isObject(value) && readsEnvelopes) {
    const { [MARKER]: marker, ...rest } = value;
    if (marker === "raw") return success(rest["result"] ?? null);
    if (isEnvelope(rest)) return envelope(rest);
  }
  if (isSuccess) return success(value);
  if (typeof value === "string") return { ...success(null), success: false, error: value };
  return { ...success(value), success: false, error: error ?? "" };
}

/**
 * Canonical attributes in which each response has its entry in `success`, and a failure one in `error`; releases differ in whether
 * they write them, and Java's chat action looks up the first (row dialects/responses-without-success).
 */
export function withStatus(a: JsonMap): JsonMap {
  const success = isObject(a["success"]) ? a["success"] : {};
  const missing = Object.entries(isObject(a["responses"]) ? a["responses"] : {})
    .filter(([id]) => !Object.hasOwn(success, id))
    .map(([id, one]) => ({ id, failure: isObject(one) && one["success"] === false ? one : null }));
  const failures = missing.flatMap(({ id, failure }) => (failure === null ? [] : [[id, failure["error"]] as const]));
  return {
    ...a,
    success: { ...success, ...Object.fromEntries(missing.map(({ id, failure }) => [id, failure === null])) },
    error: { ...(isObject(a["error"]) ? a["error"] : {}), ...Object.fromEntries(failures) },
  };
}

/** What Python's runtime holds for a response: the bare result, or the text of a failure. */
export function responseRaw(value: unknown): unknown {
  if (!isObject(value)) return value;
  return value["success"] === false ? value["error"] : value["result"];
}

function success(result: unknown): JsonMap {
  return { result, success: true, error: null, execution_time_ms: 0, tool_name: null, blocks: [] };
}

function envelope(value: JsonMap): JsonMap {
  const error = value["error"] ?? null;
  return { ...success(null), success: error === null, ...value, blocks: value["blocks"] ?? [] };
}

function isEnvelope(value: JsonMap): boolean {
  const keys = Object.keys(value);
  if (!keys.every((key) => KNOWN.includes(key))) return false;
  if (keys.includes("success")) return typeof value["success"] === "boolean";
  return keys.includes("result") && keys.includes("error");
}

import { texts } from "../gen/texts.js";
import { Float, floatText } from "./float.js";
import { isPayload } from "./payload.js";
import { child, type Problem } from "./problem.js";
import { MAX_DEPTH, readJson } from "./read-json.js";

export type Written =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Writes any TypeScript value as JSON text (C1.3 to C1.7), or names every place that has no JSON form. */
export function writeJson(value: unknown): Written {
  if (isOrdinary(value, 1)) return { ok: true, text: JSON.stringify(value) };
  const writer: Writer = { problems: [], ancestors: new Set() };
  const text = write(value, "", writer) ?? "null";
  return writer.problems.length === 0 ? { ok: true, text } : { ok: false, problems: writer.problems };
}

// What JSON.stringify writes exactly as the contract wants it: the fast path for nearly every value.
function isOrdinary(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case "string":
      return value.isWellFormed();
    case "boolean":
      return true;
    case "number":
      return Number.isInteger(value) ? Number.isSafeInteger(value) && !Object.is(value, -0) : Number.isFinite(value);
    case "object": {
      if (value === null) return true;
      if (depth > MAX_DEPTH) return false;
      if (Array.isArray(value)) {
        for (let i = 0; i < value.length; i++) if (!isOrdinary(value[i], depth + 1)) return false;
        return !("toJSON" in value);
      }
      const prototype: unknown = Object.getPrototypeOf(value);
      if ((prototype !== Object.prototype && prototype !== null) || "toJSON" in value) return false;
      for (const key of Object.keys(value)) {
        if (!key.isWellFormed() || !isOrdinary((value as Record<string, unknown>)[key], depth + 1)) return false;
      }
      return true;
    }
    default:
      return false;
  }
}

interface Writer {
  readonly problems: Problem[];
  readonly ancestors: Set<object>;
}

// Undefined means: nothing to write here (a dropped property, a null element).
function write(value: unknown, path: string, w: Writer): string | undefined {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.toWellFormed());
    case "boolean":
      return String(value);
    case "bigint":
      return String(value);
    case "number":
      return writeNumber(value, path, w);
    case "undefined":
      return undefined;
    case "function":
    case "symbol":
      return problem(w, path, texts.no_json_form(typeof value));
    case "object":
      return value === null ? "null" : writeObject(value, path, w);
  }
}

function writeNumber(value: number, path: string, w: Writer): string | undefined {
  if (!Number.isFinite(value)) return problem(w, path, texts.non_finite(String(value)));
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : floatText(value);
}

function writeObject(value: object, path: string, w: Writer): string | undefined {
  if (w.ancestors.has(value)) return problem(w, path, texts.cycle);
  if (w.ancestors.size >= MAX_DEPTH) return problem(w, path, texts.too_deep(MAX_DEPTH));
  w.ancestors.add(value);
  try {
    return writeKind(value, path, w);
  } finally {
    w.ancestors.delete(value);
  }
}

function writeKind(value: object, path: string, w: Writer): string | undefined {
  if (value instanceof Float) {
    return Number.isFinite(value.value)
      ? floatText(value.value)
      : problem(w, path, texts.non_finite(String(value.value)));
  }
  if (Array.isArray(value)) {
    return `[${Array.from(value, (item: unknown, i) => write(item, child(path, i), w) ?? "null").join(",")}]`;
  }
  if (value instanceof Uint8Array)
    return `"${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64")}"`;
  if (value instanceof ArrayBuffer) return `"${Buffer.from(value).toString("base64")}"`;
  if (value instanceof Date) return writeDate(value, path, w);
  if (isPayload(value)) {
    if (value.mediaType !== "") {
      const base64 = Buffer.from(value.data).toString("base64");
      return JSON.stringify({ media_type: value.mediaType, base64 });
    }
    const read = readJson(value.data);
    return read.ok ? Buffer.from(value.data).toString("utf8") : problem(w, path, read.problem.reason);
  }
  if (value instanceof Map) return writeEntries(value, path, w);
  if (value instanceof Set) return write([...value], path, w);
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) {
    return problem(w, path, texts.no_json_form(value.constructor.name));
  }
  if (value instanceof String || value instanceof Number || value instanceof Boolean)
    return write(value.valueOf(), path, w);
  if ("toJSON" in value && typeof value.toJSON === "function") return write(value.toJSON(""), path, w);
  if (value instanceof Error) {
    return writeEntries(Object.entries(Object.assign({ name: value.name, message: value.message }, value)), path, w);
  }
  return writeEntries(Object.entries(value), path, w);
}

// Keys that are not strings take their JSON text form; two that become equal are a problem (C1.6).
function writeEntries(entries: Iterable<[unknown, unknown]>, path: string, w: Writer): string | undefined {
  const seen = new Set<string>();
  const parts: string[] = [];
  for (const [key, item] of entries) {
    const name = typeof key === "string" ? key.toWellFormed() : write(key, path, w);
    if (name === undefined) {
      if (typeof key === "undefined") problem(w, path, texts.no_json_form("undefined key"));
      continue;
    }
    if (seen.has(name)) {
      problem(w, path, texts.duplicate_key(JSON.stringify(name)));
      continue;
    }
    seen.add(name);
    const text = write(item, child(path, name), w);
    if (text !== undefined) parts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${parts.join(",")}}`;
}

function writeDate(value: Date, path: string, w: Writer): string | undefined {
  if (Number.isNaN(value.getTime())) return problem(w, path, texts.no_json_form("Invalid Date"));
  return JSON.stringify(instantText(value));
}

/** RFC 3339 in UTC: fractional seconds only when not zero, no trailing zeros (C1.6). */
export function instantText(value: Date): string {
  return value.toISOString().replace(/\.?0*Z$/, "Z");
}

function problem(w: Writer, path: string, reason: string): undefined {
  w.problems.push({ path, reason });
  return undefined;
}

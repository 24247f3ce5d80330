import { JSONParse } from "json-with-bigint";
import { texts } from "../gen/texts.js";
import type { Problem } from "./problem.js";

/** Levels of arrays and objects that one JSON value may have (C8.5). */
export const MAX_DEPTH = 512;

export type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: Problem };

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;
const QUOTE = 0x22;

/** The text of UTF-8 bytes, or the problem that they are not UTF-8. */
export function textOf(data: Uint8Array): { readonly ok: true; readonly text: string } | Extract<Read, { ok: false }> {
  try {
    return { ok: true, text: decoder.decode(data) };
  } catch {
    return { ok: false, problem: { path: "", reason: texts.not_utf8 } };
  }
}

/** Reads JSON text without losing a digit: integers outside the safe range become `bigint` (C1.3). */
export function readJson(data: Uint8Array): Read {
  const decoded = textOf(data);
  return decoded.ok ? readJsonText(decoded.text) : decoded;
}

/** As `readJson`, of text. */
export function readJsonText(text: string): Read {
  if (isTooDeep(text)) return { ok: false, problem: { path: "", reason: texts.too_deep(MAX_DEPTH) } };
  try {
    const plain: unknown = JSON.parse(text);
    const kind = kindOf(plain);
    if (kind === "out of range") return { ok: false, problem: { path: "", reason: texts.out_of_range } };
    const value: unknown = kind === "large" ? JSONParse(text) : plain;
    return { ok: true, value: hasEscapedSurrogate(text) ? wellFormed(value) : value };
  } catch {
    return { ok: false, problem: { path: "", reason: texts.not_json } };
  }
}

/** Whether JSON text may hold a lone surrogate, which only an escape can carry through UTF-8. */
export function hasEscapedSurrogate(text: string): boolean {
  return text.includes("\\u") && ESCAPED_SURROGATE.test(text);
}

// Whether a number came out of plain parsing other than it was written; that takes the lossless road (C1.3).
function kindOf(value: unknown): "plain" | "large" | "out of range" {
  if (typeof value === "number") {
    if (Number.isSafeInteger(value) || !Number.isInteger(value))
      return Number.isFinite(value) ? "plain" : "out of range";
    return "large";
  }
  if (typeof value !== "object" || value === null) return "plain";
  let found: "plain" | "large" = "plain";
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    const kind = typeof item === "string" ? "plain" : kindOf(item);
    if (kind === "out of range") return kind;
    if (kind === "large") found = kind;
  }
  return found;
}

/** Whether JSON text nests deeper than the limit; brackets inside strings do not count. */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * MAX_DEPTH || !hasManyBrackets(text)) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === QUOTE) inString = false;
    } else if (c === QUOTE) inString = true;
    else if (c === 0x5b || c === 0x7b) {
      depth++;
      if (depth > MAX_DEPTH) return true;
    } else if (c === 0x5d || c === 0x7d) depth--;
  }
  return false;
}

// Text with fewer opening brackets than the limit cannot be too deep, and counting them is cheap.
function hasManyBrackets(text: string): boolean {
  let count = 0;
  for (const bracket of ["[", "{"]) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++count > MAX_DEPTH) return true;
    }
  }
  return false;
}

// A lone surrogate, legal as an escape in JSON text, becomes U+FFFD (C1.7); keys too.
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  const copy = {};
  for (const [key, item] of Object.entries(value)) setOwn(copy, key.toWellFormed(), wellFormed(item));
  return copy;
}

/** Sets an own property even where the key is `__proto__` (C1.9). */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    (target as Record<string, unknown>)[key] = value;
  }
}

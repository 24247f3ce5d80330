import { rewriteTokens, wellFormedString } from "./json-tokens.js";
import { failureText } from "./normalise.js";
import type { Payload } from "./payload.js";
import { readJsonText } from "./read-json.js";
import type { ToolResponse } from "./response.js";

/** What a model reads of a response, the same from every runtime (C2.10, C2.11). */
export function modelText(response: ToolResponse<Payload | null>): string {
  return response.success ? resultText(response.result) : failureText(response);
}

function resultText(result: Payload | null): string {
  if (result === null) return "null";
  if (result.mediaType !== "") {
    return JSON.stringify({ media_type: result.mediaType, base64: Buffer.from(result.data).toString("base64") });
  }
  const text = Buffer.from(result.data).toString("utf8");
  const read = readJsonText(text);
  if (read.ok && typeof read.value === "string") return read.value;
  return canonicalText(text);
}

/** Compact JSON whose floats follow RFC 8785, plus `.0` where that writes neither point nor exponent. */
export function canonicalText(json: string): string {
  return rewriteTokens(json, { string: wellFormedString, number: canonicalNumber });
}

function canonicalNumber(token: string): string {
  if (/^-?\d+$/.test(token)) return token;
  const value = Number(token);
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

import type { Fault } from "./fault.js";
import { rewriteTokens, wellFormedString } from "./json-tokens.js";
import { blockJson } from "./messages/to-json.js";
import type { Payload } from "./payload.js";
import { hasEscapedSurrogate } from "./read-json.js";
import type { ToolResponse } from "./response.js";
import { writeJson } from "./write-json.js";

/** The canonical JSON text of a response: one key order, nulls written, the result's own JSON bytes unread (C1.2). */
export function responseJson(r: ToolResponse<Payload | null>): string {
  return (
    `{"result":${resultJson(r.result)},"success":${r.success},"error":${stringJson(r.error)},` +
    `"execution_time_ms":${r.executionTimeMs},"tool_name":${stringJson(r.toolName)},` +
    `"blocks":[${r.blocks.map(blockJson).join(",")}],"fault":${r.fault === null ? "null" : faultJson(r.fault)}}`
  );
}

function resultJson(result: Payload | null): string {
  if (result === null) return "null";
  const bytes = Buffer.from(result.data.buffer, result.data.byteOffset, result.data.byteLength);
  if (result.mediaType === "") {
    const text = bytes.toString("utf8");
    return hasEscapedSurrogate(text)
      ? rewriteTokens(text, { string: wellFormedString, number: (token) => token })
      : text;
  }
  return JSON.stringify({ media_type: result.mediaType, base64: bytes.toString("base64") });
}

function faultJson(f: Fault): string {
  const written = writeJson(faultValue(f));
  return written.ok ? written.text : "null";
}

/** The fields of a fault's canonical JSON. */
export function faultValue({ kind, message, language, type, causes, details, retryable }: Fault): object {
  const links = causes.map((c) => ({ language: c.language, type: c.type, message: c.message }));
  return { kind, message, language, type, causes: links, details, retryable };
}

function stringJson(text: string | null): string {
  return text === null ? "null" : JSON.stringify(text.toWellFormed());
}

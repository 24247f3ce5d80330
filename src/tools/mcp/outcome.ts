import { texts } from "../../gen/texts.js";
import type { Response } from "../../invoke/invoke.js";
import type { ContentBlock } from "../../model/block.js";
import { type Fault, fault } from "../../model/fault.js";
import { type Outcome, returned } from "../../model/outcome.js";
import { type Payload, payload } from "../../model/payload.js";
import { problemDetails, problemText } from "../../model/problem.js";
import { ToolResponse } from "../../model/response.js";
import { restoreNumbers } from "./exact.js";

/** What a result of `tools/call` comes to, judged by its fields and never by its texts (C4.3, C4.5). */
export function outcomeOf(raw: unknown, calledAs: string, isWrapped = false): Outcome<Response> {
  if (!isRecord(raw)) return invalid(calledAs, "", "must be an object");
  const type = raw["resultType"];
  if (type === "input_required") return failed(inputRequired(calledAs, raw));
  if (type !== undefined && type !== "complete") {
    return invalid(calledAs, "/resultType", `is ${shown(type)}, which is no known type of result`, {
      code: "unknown_result_type",
      data: type,
    });
  }
  const { content, isError } = raw;
  const structured = Object.hasOwn(raw, "structuredContent");
  if (!Array.isArray(content) && (content !== undefined || !structured)) {
    return invalid(calledAs, "/content", "must be a list of content");
  }
  const items: readonly unknown[] = Array.isArray(content) ? content : [];
  const blocks = items.map(blockOf);
  const value = structured ? json(unwrapped(raw["structuredContent"], isWrapped)) : null;
  if (isError === true)
    return failed(fault("tool_error", errorText(blocks, value, calledAs)), { result: value, blocks });
  return returned({ ...ToolResponse.success(value ?? json(items), { blocks }), toolName: null });
}

/** A failure that says what the server asks for, since nobody is there to answer it. */
export function inputRequired(calledAs: string, raw: Readonly<Record<string, unknown>>): Fault {
  const requests = isRecord(raw["inputRequests"]) ? raw["inputRequests"] : {};
  const asked = Object.entries(requests).map(([key, request]) => {
    const method = isRecord(request) && typeof request["method"] === "string" ? ` (${request["method"]})` : "";
    return `${key}${method}`;
  });
  const what = asked.length === 0 ? "input" : `input: ${asked.join(", ")}`;
  const { requestState } = raw;
  return fault("tool_error", `Tool ${calledAs} needs more ${what}.`, {
    details: {
      code: "input_required",
      data: plain({ inputRequests: requests, ...(requestState !== undefined && { requestState }) }),
    },
  });
}

// TypeScript servers of the older revision wrap what is no object; the schema of such a tool tells (see `specs`).
function unwrapped(value: unknown, isWrapped: boolean): unknown {
  return isWrapped && isRecord(value) && Object.hasOwn(value, "result") ? value["result"] : value;
}

function blockOf(item: unknown): ContentBlock {
  const { type, text, data, mimeType } = isRecord(item) ? item : {};
  if (type === "text" && typeof text === "string") return { type, text: restoredText(text) };
  if (
    (type === "image" || type === "audio") &&
    typeof data === "string" &&
    typeof mimeType === "string" &&
    mimeType !== ""
  ) {
    return { type, mediaType: mimeType, source: { type: "base64", data } };
  }
  return { type: "text", text: restoreNumbers(JSON.stringify(item)) };
}

function errorText(blocks: readonly ContentBlock[], value: Payload | null, calledAs: string): string {
  const said = blocks.flatMap((block) => (block.type === "text" && block.text !== "" ? [block.text] : []));
  if (said.length > 0) return said.join("\n");
  return value === null ? texts.tool_failed(calledAs) : Buffer.from(value.data).toString("utf8");
}

function failed(
  reason: Fault,
  more: { readonly result: Payload | null; readonly blocks: readonly ContentBlock[] } = { result: null, blocks: [] },
): Outcome<Response> {
  return returned({ ...ToolResponse.error(reason.message), ...more, fault: reason });
}

function invalid(
  calledAs: string,
  path: string,
  reason: string,
  more: Record<string, unknown> = {},
): Outcome<Response> {
  const problems = [{ path, reason }];
  return failed(
    fault("invalid_result", texts.invalid_result(calledAs, problemText(problems)), {
      details: { ...problemDetails(problems), ...more },
    }),
  );
}

function json(value: unknown): Payload {
  return payload(restoreNumbers(JSON.stringify(value)));
}

// Strings that begin with the mark of `exact` were doubled on their way in.
function restoredText(text: string): string {
  return text.startsWith("\u0000") ? text.slice(1) : text;
}

function plain(value: unknown): unknown {
  return JSON.parse(restoreNumbers(JSON.stringify(value)));
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 100);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { endOfString } from "../../model/json-tokens.js";
import { protectNumbers, restoreNumbers } from "../../tools/mcp/exact.js";

const MARK = "\u0000";
const RAW = "\u0000raw";
const RAW_TOKEN = '{"\\u0000raw":';

/** JSON text inside an object, which the SDK hands on without reading it (C1.2). */
export interface Raw {
  readonly [RAW]: string;
  readonly [key: string]: unknown;
}

/** JSON text as a value that leaves as it stands. */
export function raw(json: string): Raw {
  return { [RAW]: json };
}

/** The text of a value that `raw` made. */
export function rawText(value: unknown): string | undefined {
  const text = isRecord(value) ? value[RAW] : undefined;
  return typeof text === "string" ? text : undefined;
}

/** Text that leaves as it stands, whatever it begins with. */
export function asIs(text: string): string {
  return text.startsWith(MARK) ? MARK + text : text;
}

/** JSON text as a value whose numbers leave as they were written. */
export function exactly(json: string): unknown {
  return JSON.parse(protectNumbers(json));
}

/** What a client sent, the arguments of calls unread; throws where the text is no JSON. */
export function readMessage(json: string): unknown {
  const message = exactly(json);
  for (const one of Array.isArray(message) ? message : [message]) keepArguments(one);
  return message;
}

/** A message that the SDK wrote, with everything that it did not read in its place. */
export function restoreMessage(json: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let open = json.indexOf(RAW_TOKEN); open >= 0; open = json.indexOf(RAW_TOKEN, at)) {
    const start = open + RAW_TOKEN.length;
    const end = endOfString(json, start);
    parts.push(restoreNumbers(json.slice(at, open)), JSON.parse(json.slice(start, end)) as string);
    at = end + "}".length;
  }
  parts.push(restoreNumbers(json.slice(at)));
  return parts.join("");
}

function keepArguments(message: unknown): void {
  if (!isRecord(message) || message["method"] !== "tools/call") return;
  const { params } = message;
  if (!isRecord(params) || !isRecord(params["arguments"])) return;
  params["arguments"] = raw(restoreNumbers(JSON.stringify(params["arguments"])));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

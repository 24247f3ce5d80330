import type { CallToolResult, ContentBlock as McpContent } from "@modelcontextprotocol/server";
import { modelText } from "../../client/text.js";
import type { ContentBlock, MediaBlock } from "../../model/block.js";
import { rewriteTokens, wellFormedString } from "../../model/json-tokens.js";
import type { Payload } from "../../model/payload.js";
import { hasEscapedSurrogate } from "../../model/read-json.js";
import type { ToolResponse } from "../../model/response.js";
import { unread } from "../../model/unread.js";
import { writeJson } from "../../model/write-json.js";
import { asIs, raw } from "./exact.js";

/** Where the fault of a failure stands: never in structured content, which clients hold against the output schema. */
export const FAULT_KEY = "dev.toolspan/fault";
/** Where the result of a failure stands, of the few that carry one. */
export const RESULT_KEY = "dev.toolspan/result";

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const IS_TEXT = /^(text\/|application\/(json|xml)\b)/;

/** A response as MCP knows it: every failure is a result whose `isError` says so (C2.2, C4.3). */
export function resultOf(response: ToolResponse, hasOutputSchema: boolean): CallToolResult {
  const plain = unread(response);
  const content = contentOf(response, plain.result);
  const json = jsonOf(plain.result);
  if (response.success) {
    // Whoever declared a schema gets every value; the older revision shows what is no object inside one.
    const isShown = json !== null && (hasOutputSchema || json.trimStart().startsWith("{"));
    return { content, ...(isShown && { structuredContent: raw(json) }) };
  }
  const { kind, message, language, type, causes, details, retryable } = response.fault ?? {};
  const fault = writeJson({ kind, message, language, type, causes, details, retryable });
  return {
    content,
    isError: true,
    _meta: {
      ...(fault.ok && { [FAULT_KEY]: raw(fault.text) }),
      ...(json !== null && json !== "null" && { [RESULT_KEY]: raw(json) }),
    },
  };
}

// A tool that shows the model content of its own shows that; any other shows what a model reads of its result.
function contentOf(response: ToolResponse, result: Payload | null): McpContent[] {
  const shown = { type: "text" as const, text: asIs(modelText(response)) };
  if (!response.success) return [shown, ...response.blocks.filter(({ type }) => type !== "text").map(blockOf)];
  if (response.blocks.length === 0) return [mediaOf(result) ?? shown];
  const blocks = response.blocks.map(blockOf);
  const saysAll = result === null || jsonOf(result) === "null" || blocks.some(({ type }) => type === "text");
  return saysAll ? blocks : [shown, ...blocks];
}

// Bytes that are the whole result and that MCP has a kind of content for.
function mediaOf(result: Payload | null): McpContent | undefined {
  const type = /^(image|audio)\//.exec(result?.mediaType ?? "")?.[1];
  if (result === null || type === undefined) return undefined;
  const data = Buffer.from(result.data).toString("base64");
  return { type: type as "image" | "audio", data, mimeType: result.mediaType };
}

function blockOf(block: ContentBlock, index: number): McpContent {
  if (block.type === "text") return { type: "text", text: asIs(block.text) };
  const { source, mediaType } = block;
  if (source.type === "url") {
    const name = asIs(block.name ?? block.type);
    return { type: "resource_link", uri: asIs(source.url), name, mimeType: asIs(mediaType) };
  }
  const { data } = source;
  if (!BASE64.test(data) || data.length % 4 !== 0) return { type: "text", text: asIs(data) };
  if (block.type === "image" || block.type === "audio") return { type: block.type, data, mimeType: asIs(mediaType) };
  const uri = uriOf(block, index);
  const text = IS_TEXT.test(mediaType) ? Buffer.from(data, "base64").toString("utf8") : undefined;
  const contents = text === undefined ? { blob: data } : { text: asIs(text) };
  return { type: "resource", resource: { uri, mimeType: asIs(mediaType), ...contents } };
}

// An embedded resource needs a URI, and a block has a name at most.
function uriOf({ type, name }: MediaBlock, index: number): string {
  return `toolspan:block/${index}/${encodeURIComponent((name ?? type).toWellFormed())}`;
}

function jsonOf(result: Payload | null): string | null {
  if (result === null || result.mediaType !== "") return null;
  const text = Buffer.from(result.data).toString("utf8");
  return hasEscapedSurrogate(text) ? rewriteTokens(text, { string: wellFormedString, number: (token) => token }) : text;
}

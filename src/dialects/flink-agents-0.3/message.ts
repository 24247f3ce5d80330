import { CannotCrossError } from "../../model/cannot-cross.js";
import { isObject } from "../../model/messages/json-fields.js";
import { applied, differences, readDifferences } from "../difference.js";
import { CallIds } from "./call-ids.js";

/** How one language spells the link from a tool message to its call. */
export type LinkKey = "externalId" | "external_id";

const NOTE = "_toolspan";
const MEDIA = ["image", "audio", "video", "document"];

/** The messages of a conversation as ones of blocks. */
export function messagesUp(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const ids = new CallIds();
  return value.map((item: unknown) => {
    const message = messageUp(item, ids);
    ids.learn(message);
    return message;
  });
}

/** The other way. */
export function messagesDown(value: unknown, link: LinkKey): unknown {
  if (!Array.isArray(value)) return value;
  const ids = new CallIds();
  return value.map((item: unknown) => {
    ids.learn(item);
    return messageDown(item, link, ids);
  });
}

/** A message of content, tool calls and extra arguments, as one of blocks. */
export function messageUp(value: unknown, ids = new CallIds()): unknown {
  if (!isObject(value) || "blocks" in value) return value;
  const { role, content = "", tool_calls: calls, extra_args: args, ...unknown } = value;
  const { [NOTE]: note, externalId, external_id: snake, ...metadata } = isObject(args) ? args : {};
  const text = content === "" || content === null ? [] : [{ type: "text", text: content }];
  const id = externalId ?? snake;
  const blocks =
    role === "tool"
      ? [{ type: "tool_result", call_id: ids.own(id) ?? "unknown", blocks: text, is_error: false, metadata: {} }]
      : [...text, ...(Array.isArray(calls) ? calls.map(callUp) : [])];
  const linked = role === "tool" || id === undefined ? metadata : { ...metadata, external_id: id };
  return applied({ role, blocks, metadata: linked, ...unknown }, readDifferences(note));
}

/** The other way; what content and calls cannot say stays under `extra_args._toolspan`. */
export function messageDown(value: unknown, link: LinkKey, ids = new CallIds()): unknown {
  if (!isObject(value) || !Array.isArray(value["blocks"])) return value;
  const { role, blocks, metadata, ...unknown } = value;
  const all: readonly unknown[] = Array.isArray(blocks) ? blocks : [];
  const result = all.find((block) => isObject(block) && block["type"] === "tool_result");
  const shown = isObject(result) && Array.isArray(result["blocks"]) ? result["blocks"] : all;
  const calls = all.filter((block) => isObject(block) && block["type"] === "tool_call").map(callDown);
  const { external_id: own, ...rest } = isObject(metadata) ? metadata : {};
  const id = isObject(result) ? ids.provider(result["call_id"]) : own;
  const extra = { ...rest, ...(id === undefined || id === "unknown" ? {} : { [link]: id }) };
  const message = { role, content: textOf(shown), tool_calls: calls, extra_args: extra, ...unknown };
  const lost = differences(messageUp(message, ids), value);
  return lost.length === 0 ? message : { ...message, extra_args: { ...extra, [NOTE]: lost } };
}

/** A tool call, flat or nested under `function`, as a block. */
export function callUp(value: unknown): unknown {
  if (!isObject(value) || value["type"] === "tool_call") return value;
  const { id, type: _, function: nested, name, arguments: flat, ...metadata } = value;
  const source = isObject(nested) ? nested : { name, arguments: flat };
  return { type: "tool_call", call_id: id, name: source["name"], input: source["arguments"] ?? {}, metadata };
}

/** A block as the nested tool call that both actions read. */
export function callDown(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { call_id: id, name, input, metadata } = value;
  return { ...(isObject(metadata) ? metadata : {}), id, type: "function", function: { name, arguments: input } };
}

function textOf(blocks: readonly unknown[]): string {
  return blocks
    .map((block) => {
      if (!isObject(block)) return "";
      if (MEDIA.includes(String(block["type"]))) {
        throw new CannotCrossError(`Flink Agents 0.3 has no form for the ${String(block["type"])} block of a message.`);
      }
      return block["type"] === "text" ? String(block["text"]) : "";
    })
    .join("");
}

// Writes the part of docs/wire.md that shows every message: its fields from the schema, and the bytes and canonical JSON
// of the goldens. Fails where a message has no golden, neither of its own nor inside another.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import protobuf from "protobufjs";
import {
  blockJson,
  eventFromBytes,
  eventJson,
  eventToBytes,
  messageFromBytes,
  messageJson,
  messageToBytes,
  resultFromBytes,
  resultJson,
  resultToBytes,
} from "../dist/client/index.js";
import * as wireTool from "../dist/gen/toolspan/v1/tool.js";
import { responseJson } from "../dist/model/response-json.js";
import { responseCodec } from "../dist/wire/response.js";

const at = (path) => new URL(`../${path}`, import.meta.url);
const START = "<!-- every message: written by scripts/generate from the schema and bridge-tests/golden -->";
const BLOCKS = ["TextBlock", "MediaBlock", "ReasoningBlock", "ToolCallBlock", "ToolResultBlock"];
const ROLES = { reasoning: 3, tool_call: 3, tool_result: 4 };

const root = new protobuf.Root();
root.resolvePath = (_, target) => (target.startsWith("/") ? target : fileURLToPath(at(`proto/${target}`)));
const files = readdirSync(at("proto/toolspan/v1")).sort();
root.loadSync(
  files.map((file) => `toolspan/v1/${file}`),
  { keepCase: true, alternateCommentMode: true },
);
root.resolveAll();
const types = root.lookup("toolspan.v1").nestedArray.filter((one) => one instanceof protobuf.Type);
const typeOf = (name) => root.lookupType(`toolspan.v1.${name}`);
const hexOf = (type, message) => Buffer.from(type.encode(message).finish()).toString("hex");
const bytesOf = (hex) => Buffer.from(hex, "hex");

/** Examples of each message, those of a golden of its own before those inside another; the fullest first. */
function examples() {
  const found = new Map(types.map(({ name }) => [name, []]));
  const walk = (golden, type, message, via, depth) => {
    const size = Object.keys(type.toObject(message)).length;
    found.get(type.name)?.push({ golden, hex: hexOf(type, message), message, via, depth, size });
    for (const field of type.fieldsArray) {
      if (!(field.resolvedType instanceof protobuf.Type) || !Object.hasOwn(message, field.name)) continue;
      for (const one of [message[field.name]].flat()) {
        if (one !== null && one !== undefined) walk(golden, field.resolvedType, one, field.name, depth + 1);
      }
    }
  };
  for (const [golden, { type, hex }] of Object.entries(JSON.parse(readFileSync(at("bridge-tests/golden/messages.json"), "utf8")))) {
    walk(golden, typeOf(type), typeOf(type).decode(bytesOf(hex)), "", 0);
  }
  const order = (a, b) =>
    a.depth - b.depth || b.size - a.size || a.hex.length - b.hex.length || (a.golden < b.golden ? -1 : 1);
  for (const list of found.values()) list.sort(order);
  return found;
}

/** The canonical JSON of what has one, where it says the same as the bytes; undefined where there is none. */
function canonical(name, { hex, message, via }) {
  try {
    const text = write(name, hex, message, via);
    if (text !== undefined) JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}

function write(name, hex, message, via) {
  if (name === "ChatMessage") {
    const read = messageFromBytes(bytesOf(hex));
    return same(hex, messageToBytes(read)) && messageJson(read);
  }
  if (name === "ChatResult") {
    const read = resultFromBytes(bytesOf(hex));
    return same(hex, resultToBytes(read)) && resultJson(read);
  }
  if (name === "Event") {
    const read = eventFromBytes(bytesOf(hex));
    return same(hex, eventToBytes(read)) && eventJson(read);
  }
  if (name === "ToolResponse") return response(hex);
  if (name === "Fault") {
    const whole = response(hexOf(typeOf("ToolResponse"), { error: message.message, fault: message }));
    return whole.slice(whole.indexOf('"fault":') + '"fault":'.length, -1);
  }
  if (name === "TokenUsage") {
    const chat = { message: { role: 3 }, usage: message };
    const whole = resultJson(resultFromBytes(typeOf("ChatResult").encode(chat).finish()));
    return whole.slice(whole.indexOf('"usage":') + '"usage":'.length, whole.indexOf(',"finish_reason"'));
  }
  if (name === "Block") return block(message);
  return BLOCKS.includes(name) && via in typeOf("Block").fields ? block({ [via]: message }) : undefined;
}

function response(hex) {
  const read = responseCodec.fromWire(wireTool.ToolResponse.decode(bytesOf(hex)));
  return same(hex, wireTool.ToolResponse.encode(responseCodec.toWire(read)).finish()) && responseJson(read);
}

function block(message) {
  const [kind] = Object.keys(typeOf("Block").fields).filter((field) => Object.hasOwn(message, field));
  const chat = { role: ROLES[kind] ?? 2, blocks: [message] };
  return blockJson(messageFromBytes(typeOf("ChatMessage").encode(chat).finish()).blocks[0]);
}

function same(hex, bytes) {
  if (Buffer.from(bytes).toString("hex") !== hex) throw new Error("another message");
  return true;
}

// The fields in bytes, `data` as text where it is UTF-8 and else in hex.
function fields(type, message) {
  return JSON.stringify(type.toObject(message, { enums: String, longs: String }), (_, value) => {
    const bytes = value?.type === "Buffer" ? Buffer.from(value.data) : undefined;
    if (bytes === undefined) return value;
    const text = bytes.toString("utf8");
    return Buffer.from(text).equals(bytes) ? text : { $hex: bytes.toString("hex") };
  });
}

const cell = (text) => (text ?? "").replaceAll("\n", " ").replaceAll("|", "\\|");

function typeText(field) {
  if (field.map) return `map<${field.keyType}, ${field.type}>`;
  if (field.repeated) return `repeated ${field.type}`;
  if (field.options?.proto3_optional) return `optional ${field.type}`;
  return field.partOf ? `${field.type}, one of ${field.partOf.name}` : field.type;
}

function section(type, shown) {
  const table = type.fieldsArray
    .toSorted((a, b) => a.id - b.id)
    .map((field) => `| ${field.id} | \`${field.name}\` | ${typeText(field)} | ${cell(field.comment)} |`);
  const lines = [`### ${type.name}`, ""];
  if (type.comment) lines.push(type.comment.replaceAll("\n", " "), "");
  if (table.length > 0) lines.push("| number | field | type | |", "|---|---|---|---|", ...table, "");
  else return [...lines, "No fields, no bytes.", ""];
  const told = shown.map((one) => ({ ...one, json: canonical(type.name, one) }));
  const [first] = told;
  if (first === undefined) throw new Error(`no golden holds a ${type.name}: add a row to bridge-tests/cases/wire.json`);
  const own = told.filter(({ depth, json }) => depth === 0 && json !== undefined);
  const inner = told.find(({ json }) => json !== undefined);
  for (const { golden, hex, message, json } of own.length > 0 ? own : [inner ?? first]) {
    const form = json === undefined ? `fields    ${fields(type, message)}` : `JSON      ${json}`;
    lines.push(`From \`${golden}\`:`, "", "```", `protobuf  ${hex}`, form, "```", "");
  }
  return lines;
}

const found = examples();
const sections = files.flatMap((file) =>
  types
    .filter(({ filename }) => filename.endsWith(`/v1/${file}`))
    .flatMap((type) => section(type, found.get(type.name))),
);
const page = readFileSync(at("docs/wire.md"), "utf8");
const start = page.indexOf(START);
if (start < 0) throw new Error("docs/wire.md has no place for the messages");
writeFileSync(at("docs/wire.md"), `${page.slice(0, start)}${START}\n\n${sections.join("\n").trimEnd()}\n`);

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import protobuf from "protobufjs";
import { map } from "./expand.js";
import { ROOT } from "./places.js";
import { Num, type Tree, toTree } from "./tree.js";

// protobufjs reads the schema itself, so that a mistake of ts-proto cannot hide on both sides.
const root = new protobuf.Root();
root.resolvePath = (_, target) => (target.startsWith("/") ? target : join(ROOT, "proto", target));
root.loadSync(
  [
    "toolspan/v1/tools.proto",
    "toolspan/v1/message.proto",
    "toolspan/v1/event.proto",
    "toolspan/v1/hosts.proto",
    "toolspan/v1/records.proto",
    "toolspan/v1/events.proto",
  ],
  { keepCase: true },
);

/** Bytes of a message that a row describes; `data` fields are text, or `{"$hex": …}`. */
export function encode(type: string, described: Tree): Buffer {
  const found = root.lookupType(`toolspan.v1.${type}`);
  return Buffer.from(found.encode(found.fromObject(plain(described) as Record<string, unknown>)).finish());
}

/** The fields that stand in bytes, `data` as text where it is UTF-8 and else as `{"$hex": …}`. */
export function decode(type: string, bytes: Uint8Array): Tree {
  const found = root.lookupType(`toolspan.v1.${type}`);
  return readable(toTree(found.toObject(found.decode(bytes), { enums: String, longs: String, bytes: String })));
}

function plain(tree: Tree, key = ""): unknown {
  if (key === "data") {
    const hex = map(tree).get("$hex");
    return (hex === undefined ? Buffer.from(String(tree)) : Buffer.from(String(hex), "hex")).toString("base64");
  }
  if (tree instanceof Num)
    return tree.kind === "integer" && !Number.isSafeInteger(Number(tree.text)) ? tree.text : Number(tree.text);
  if (Array.isArray(tree)) return tree.map((item) => plain(item));
  if (tree instanceof Map) return Object.fromEntries([...tree].map(([name, item]) => [name, plain(item, name)]));
  return tree;
}

function readable(tree: Tree, key = ""): Tree {
  if (key === "data" && typeof tree === "string") {
    const bytes = Buffer.from(tree, "base64");
    const text = bytes.toString("utf8");
    return Buffer.from(text).equals(bytes) ? text : new Map([["$hex", bytes.toString("hex")]]);
  }
  if (Array.isArray(tree)) return tree.map((item) => readable(item));
  if (tree instanceof Map) return new Map([...tree].map(([name, item]) => [name, readable(item, name)]));
  return tree;
}

interface Generated {
  encode(message: unknown): { finish(): Uint8Array };
  decode(bytes: Uint8Array): unknown;
}

const FILES: Readonly<Record<string, string>> = {
  Payload: "payload",
  Fault: "fault",
  ToolResponse: "tool",
  Outcome: "tool",
  ToolSpec: "tool",
  Progress: "tool",
  ChatMessage: "message",
  ChatResult: "message",
  Event: "event",
  Hello: "session",
  Welcome: "session",
  AttachRequest: "hosts",
  AttachResponse: "hosts",
  ListHostsResponse: "hosts",
  GetMetricsResponse: "records",
  FollowEventsRequest: "records",
  FollowEventsResponse: "records",
  TranslateRequest: "events",
  TranslateResponse: "events",
};

/** The same bytes, read and written again by the project's generated TypeScript. */
export async function throughTypescript(type: string, bytes: Uint8Array): Promise<Buffer> {
  const file = join(ROOT, "dist/gen/toolspan/v1", `${FILES[type] ?? "tools"}.js`);
  const generated = ((await import(pathToFileURL(file).href)) as Readonly<Record<string, Generated>>)[type];
  if (generated === undefined) throw new Error(`no generated code for ${type}`);
  return Buffer.from(generated.encode(generated.decode(bytes)).finish());
}

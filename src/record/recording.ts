import type { JsonMap, ToolCallBlock } from "../model/block.js";
import type { ToolCall } from "../model/call.js";
import type { Payload } from "../model/payload.js";
import { textOf } from "../model/read-json.js";
import { readJsonExact } from "../model/read-json-exact.js";
import type { ToolSpec } from "../model/spec.js";
import type { Execution } from "./execution.js";
import { isObject, type JsonObject } from "./json.js";

/** A call of which somebody is told. */
export interface Recording {
  readonly callId: string;
  /** The id of the event that asks for the call. */
  readonly requestId: string;
  readonly asked: ToolCallBlock;
  readonly execution: Execution;
}

/** Begins to record a call; `within` is the call whose tool makes this one. */
export function recordingOf(
  call: ToolCall,
  spec: ToolSpec | null,
  within: Recording | null,
  newId: () => string,
): Recording {
  const callId = call.callId === "" ? newId() : call.callId;
  const requestId = newId();
  const { input, metadata } = inputOf(call.args);
  return {
    callId,
    requestId,
    asked: { type: "tool_call", callId, name: call.name, input, metadata },
    execution: {
      id: newId(),
      parentId: within?.execution.id ?? null,
      inputRunId: within?.execution.inputRunId ?? newId(),
      entityType: "tool",
      entityName: call.name,
      entityMetadata: { toolRequestEventId: requestId, toolCallId: callId, ...toolMetadata(spec, input) },
    },
  };
}

// What the caller gave; what the framework injects is never looked at (C2.12).
function inputOf(args: Payload | null): Pick<ToolCallBlock, "input" | "metadata"> {
  const decoded = args === null ? { ok: true as const, text: "" } : textOf(args.data);
  if (!decoded.ok) return { input: {}, metadata: { unread_arguments: "" } };
  const { text } = decoded;
  if (text.trim() === "") return { input: {}, metadata: {} };
  const value = read(text);
  // Arguments that are a JSON string holding an object are that object (C1.8).
  const input = typeof value === "string" ? read(value) : value;
  if (input === null) return { input: {}, metadata: {} };
  return isObject(input) ? { input: { ...input }, metadata: {} } : { input: {}, metadata: { unread_arguments: text } };
}

function read(text: string): unknown {
  const found = readJsonExact(text);
  return found.ok ? found.value : undefined;
}

/** The keys of Flink Agents that say what kind of tool ran (C7.4). */
export function toolMetadata(spec: ToolSpec | null, input: JsonObject): JsonMap {
  if (spec === null) return {};
  const metadata: JsonMap = { toolType: spec.type };
  if (spec.type === "mcp") metadata["mcpServer"] = spec.source;
  if (isSkillTool(spec)) {
    const { name, path = "SKILL.md" } = input;
    if (typeof name === "string") metadata["skillName"] = name;
    if (typeof path === "string") metadata["skillResourcePath"] = path;
  }
  return metadata;
}

/** Whether a tool loads skills (C4.1). */
export function isSkillTool({ name, type }: ToolSpec): boolean {
  return name === "load_skill" && type !== "mcp";
}

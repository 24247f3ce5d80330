import * as wire from "../gen/toolspan/v1/tool.js";
import { type JsonSchema, TOOL_TYPES, type ToolSpec, type ToolType } from "../model/spec.js";
import type { Codec } from "./codec.js";
import { objectCodec } from "./payload.js";

const toType = {
  model_built_in: wire.ToolType.TOOL_TYPE_MODEL_BUILT_IN,
  function: wire.ToolType.TOOL_TYPE_FUNCTION,
  remote_function: wire.ToolType.TOOL_TYPE_REMOTE_FUNCTION,
  mcp: wire.ToolType.TOOL_TYPE_MCP,
} satisfies Record<ToolType, wire.ToolType>;

const fromType = new Map<wire.ToolType, ToolType>(TOOL_TYPES.map((type) => [toType[type], type]));

export const specCodec: Codec<ToolSpec, wire.ToolSpec> = {
  toWire: (s) => ({
    name: s.name,
    description: s.description.toWellFormed(),
    inputSchema: schemaToWire(s.inputSchema),
    outputSchema: s.outputSchema === null ? undefined : schemaToWire(s.outputSchema),
    type: toType[s.type],
    source: s.source,
    timeoutMs: s.timeout === null ? undefined : BigInt(Math.ceil(s.timeout)),
    idempotent: s.idempotent,
    digest: s.digest,
    injectedSchema: s.injectedSchema === null ? undefined : schemaToWire(s.injectedSchema),
  }),
  fromWire: (w) => ({
    name: w.name,
    description: w.description,
    inputSchema: objectCodec.fromWire(w.inputSchema) as JsonSchema,
    outputSchema: w.outputSchema === undefined ? null : (objectCodec.fromWire(w.outputSchema) as JsonSchema),
    type: fromType.get(w.type) ?? "function",
    source: w.source,
    timeout: w.timeoutMs === undefined ? null : Number(w.timeoutMs),
    idempotent: w.idempotent,
    digest: w.digest,
    injectedSchema: w.injectedSchema === undefined ? null : (objectCodec.fromWire(w.injectedSchema) as JsonSchema),
  }),
};

// An empty schema is a schema that allows everything, so it is present where objectCodec would leave it out.
function schemaToWire(schema: JsonSchema): wire.ToolSpec["inputSchema"] {
  return objectCodec.toWire(schema) ?? { data: Buffer.from("{}"), mediaType: "" };
}

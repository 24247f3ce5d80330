/** Flink Agents' own tool types (C3.1). */
export const TOOL_TYPES = ["model_built_in", "function", "remote_function", "mcp"] as const;

export type ToolType = (typeof TOOL_TYPES)[number];

/** A JSON Schema 2020-12 document. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What is known of a tool without running it (C3.1). */
export interface ToolSpec {
  /** The bare name. */
  readonly name: string;
  readonly description: string;
  /** What a model sees of the arguments. */
  readonly inputSchema: JsonSchema;
  /** Of the arguments that the framework injects, which no model sees or gives (C2.12); null means none. */
  readonly injectedSchema: JsonSchema | null;
  /** Of a successful result; null means any. */
  readonly outputSchema: JsonSchema | null;
  readonly type: ToolType;
  /** Who offers it; `source.name` is the full name. */
  readonly source: string;
  /** Milliseconds that one call may take; null means the sidecar's limit. */
  readonly timeout: number | null;
  /** Whether a call whose outcome was lost may be repeated. */
  readonly idempotent: boolean;
  /** Over the other fields (C3.4). */
  readonly digest: string;
}

export const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;
export const SOURCE_NAME = /^[A-Za-z0-9_-]{1,128}$/;

/** The name that is always unique. */
export function fullName(spec: Pick<ToolSpec, "source" | "name">): string {
  return `${spec.source}.${spec.name}`;
}

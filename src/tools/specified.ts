import { fullName, SOURCE_NAME, type ToolSpec } from "../model/spec.js";
import { withDigest } from "../model/spec-digest.js";
import type { ToolDefinition } from "./tool.js";
import { inputSchema, outputSchema } from "./zod-schema.js";

/** A module's tools with their specs, in the order of their names. */
export interface LoadedModule {
  readonly tools: readonly { readonly spec: ToolSpec; readonly definition: ToolDefinition }[];
  readonly warnings: readonly string[];
}

/** The specs of tools; throws where a name is there twice. */
export function specified(definitions: Iterable<ToolDefinition>, source: string): LoadedModule {
  checkSource(source);
  const warnings: string[] = [];
  const tools = [...definitions]
    .map((definition) => ({ definition, spec: specOf(definition, source, warnings) }))
    .sort((a, b) => (a.spec.name < b.spec.name ? -1 : 1));
  const twice = tools.find(({ spec }, i) => tools[i + 1]?.spec.name === spec.name);
  if (twice !== undefined) throw new TypeError(`It exports two tools named ${twice.spec.name}.`);
  return { tools, warnings };
}

export function checkSource(source: string): void {
  if (SOURCE_NAME.test(source)) return;
  throw new TypeError(`The source name ${JSON.stringify(source)} is not 1 to 128 of A-Z a-z 0-9 _ and -.`);
}

function specOf(tool: ToolDefinition, source: string, warnings: string[]): ToolSpec {
  const input = inputSchema(tool.input);
  const injected = tool.injected === null ? null : inputSchema(tool.injected);
  const output = tool.output === null ? null : outputSchema(tool.output);
  for (const warning of [...input.warnings, ...(injected?.warnings ?? []), ...(output?.warnings ?? [])]) {
    warnings.push(`${fullName({ source, name: tool.name })}: ${warning}; its zod schema alone checks it`);
  }
  return withDigest({
    name: tool.name,
    description: tool.description,
    inputSchema: input.schema,
    injectedSchema: injected?.schema ?? null,
    outputSchema: output?.schema ?? null,
    type: "function",
    source,
    timeout: tool.timeout,
    idempotent: tool.idempotent,
  });
}

import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";
import * as zod from "zod";
import { fullName, SOURCE_NAME, type ToolSpec } from "../model/spec.js";
import { withDigest } from "../model/spec-digest.js";
import { isTool, type ToolDefinition } from "./tool.js";
import { inputSchema, outputSchema } from "./zod-schema.js";

/** A module's tools with their specs, in the order of their names. */
export interface LoadedModule {
  readonly tools: readonly { readonly spec: ToolSpec; readonly definition: ToolDefinition }[];
  readonly warnings: readonly string[];
}

/** The source name of a file: its name up to the first dot (C3.4). */
export function sourceOf(file: string): string {
  return basename(file).split(".", 1)[0] ?? "";
}

/**
 * Loads a `.ts`, `.js` or `.mjs` file from anywhere as it is, and collects every tool that it exports, named or in arrays.
 * `toolspan` and `zod` resolve to this process's own copies, installed beside the file or not.
 */
export async function loadModule(file: string, source: string, toolspan: object): Promise<LoadedModule> {
  if (!SOURCE_NAME.test(source)) {
    throw new TypeError(`The source name ${JSON.stringify(source)} is not 1 to 128 of A-Z a-z 0-9 _ and -.`);
  }
  const jiti = createJiti(file, {
    fsCache: false,
    interopDefault: false,
    alias: { "zod/": `${zodFolder}/` },
    virtualModules: { toolspan, zod, "zod/v4": zod },
  });
  const exported = await jiti.import<Record<string, unknown>>(file);
  const definitions = new Set(Object.values(exported).flatMap(toolsIn));
  if (definitions.size === 0) throw new TypeError("It exports no tool: export what tool({…}) returns.");
  const warnings: string[] = [];
  const tools = [...definitions]
    .map((definition) => ({ definition, spec: specOf(definition, source, warnings) }))
    .sort((a, b) => (a.spec.name < b.spec.name ? -1 : 1));
  const twice = tools.find(({ spec }, i) => tools[i + 1]?.spec.name === spec.name);
  if (twice !== undefined) throw new TypeError(`It exports two tools named ${twice.spec.name}.`);
  return { tools, warnings };
}

const zodFolder = dirname(fileURLToPath(import.meta.resolve("zod/package.json")));

function toolsIn(value: unknown): ToolDefinition[] {
  if (isTool(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(toolsIn);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return [];
  return Object.values(value).filter(isTool);
}

function specOf(tool: ToolDefinition, source: string, warnings: string[]): ToolSpec {
  const input = inputSchema(tool.input);
  const output = tool.output === null ? null : outputSchema(tool.output);
  for (const warning of [...input.warnings, ...(output?.warnings ?? [])]) {
    warnings.push(`${fullName({ source, name: tool.name })}: ${warning}; its zod schema alone checks it`);
  }
  return withDigest({
    name: tool.name,
    description: tool.description,
    inputSchema: input.schema,
    outputSchema: output?.schema ?? null,
    type: "function",
    source,
    timeout: tool.timeout,
    idempotent: tool.idempotent,
  });
}

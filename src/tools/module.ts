import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";
import * as zod from "zod";
import { checkSource, type LoadedModule, specified } from "./specified.js";
import { isTool, type ToolDefinition } from "./tool.js";

/** The source name of a file: its name up to the first dot (C3.4). */
export function sourceOf(file: string): string {
  return basename(file).split(".", 1)[0] ?? "";
}

/** What is known of a module before it is loaded. */
export interface From {
  readonly source: string;
  /** A folder that keeps what was translated, by content, so that the next start need not. */
  readonly cache: string;
}

/**
 * Loads a `.ts`, `.js` or `.mjs` file from anywhere as it is, and collects every tool that it exports, named or in arrays.
 * `toolspan` and `zod` resolve to this process's own copies, installed beside the file or not.
 */
export async function loadModule(file: string, { source, cache }: From, toolspan: object): Promise<LoadedModule> {
  checkSource(source);
  const jiti = createJiti(file, {
    fsCache: cache,
    interopDefault: false,
    alias: { "zod/": `${zodFolder}/` },
    virtualModules: { toolspan, zod, "zod/v4": zod },
  });
  const exported = await jiti.import<Record<string, unknown>>(file);
  const definitions = new Set(Object.values(exported).flatMap(toolsIn));
  if (definitions.size === 0) throw new TypeError("It exports no tool: export what tool({…}) returns.");
  return specified(definitions, source);
}

const zodFolder = dirname(fileURLToPath(import.meta.resolve("zod/package.json")));

function toolsIn(value: unknown): ToolDefinition[] {
  if (isTool(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(toolsIn);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return [];
  return Object.values(value).filter(isTool);
}

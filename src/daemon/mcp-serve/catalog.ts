import { createHash } from "node:crypto";
import type { Tool } from "@modelcontextprotocol/server";
import { fullName, TOOL_NAME, type ToolSpec } from "../../model/spec.js";
import { writeJson } from "../../model/write-json.js";
import { type ParamHeader, paramHeaders } from "../../tools/mcp/param-headers.js";
import { asIs, exactly } from "./exact.js";

/** A tool of the sidecar under the name that MCP clients know it by. */
export interface Listed {
  readonly name: string;
  /** What the sidecar is asked for. */
  readonly calledAs: string;
  readonly spec: ToolSpec;
  /** Arguments that must come as headers over HTTP, too. */
  readonly headers: readonly ParamHeader[];
}

/** One list of the sidecar as an MCP server shows it. */
export interface Catalog {
  /** In the order of the sidecar's list, which is that of full names. */
  readonly tools: readonly Tool[];
  /** By its listed name, or by its full name where no other tool is listed under that. */
  find(name: string): Listed | undefined;
}

const MOST_NAME = 128;
const DIGEST = 8;

/** Bare names while they are unique, full names where they are not (C3.4). */
export function catalogOf(specs: readonly ToolSpec[]): Catalog {
  const bare = new Map<string, number>();
  for (const { name } of specs) bare.set(name, (bare.get(name) ?? 0) + 1);
  const full = new Set(specs.map(fullName));
  const byName = new Map<string, Listed>();
  const listed = specs.map((spec): Listed => {
    const isUnique = bare.get(spec.name) === 1 && !full.has(spec.name);
    const calledAs = isUnique ? spec.name : fullName(spec);
    const headers = paramHeaders(spec.inputSchema);
    return { name: validName(calledAs), calledAs, spec, headers: typeof headers === "string" ? [] : headers };
  });
  for (const one of listed) byName.set(fullName(one.spec), { ...one, calledAs: fullName(one.spec) });
  for (const one of listed) byName.set(one.name, one);
  return { tools: listed.map(toolOf), find: (name) => byName.get(name) };
}

// Two parts of 128 characters each and a dot are longer than a name may be.
function validName(name: string): string {
  if (TOOL_NAME.test(name)) return name;
  const digest = createHash("sha256").update(name).digest("hex").slice(0, DIGEST);
  const safe = name.replaceAll(/[^A-Za-z0-9_.-]/g, "_");
  return `${safe.slice(0, MOST_NAME - DIGEST - 1)}-${digest}`;
}

function toolOf({ name, spec }: Listed): Tool {
  return {
    name,
    description: asIs(spec.description),
    // Arguments are always an object, and MCP wants its schema to say so.
    inputSchema: { ...schema(spec.inputSchema), type: "object" },
    ...(spec.outputSchema !== null && { outputSchema: schema(spec.outputSchema) as NonNullable<Tool["outputSchema"]> }),
    ...(spec.idempotent && { annotations: { idempotentHint: true } }),
    _meta: { "dev.toolspan/source": spec.source, "dev.toolspan/type": spec.type },
  };
}

function schema(value: object): Record<string, unknown> {
  const written = writeJson(value);
  return written.ok ? (exactly(written.text) as Record<string, unknown>) : {};
}

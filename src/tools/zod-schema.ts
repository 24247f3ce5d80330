import * as z from "zod";
import { linearPattern } from "../model/pattern.js";
import type { JsonSchema } from "../model/spec.js";

export interface ExportedSchema {
  readonly schema: JsonSchema;
  /** What the exported schema cannot say and zod alone will check. */
  readonly warnings: readonly string[];
}

type Node = { [keyword: string]: unknown };

/** The input side of a tool's arguments; always an object schema (C3.1). */
export function inputSchema(schema: z.ZodType): ExportedSchema {
  const exported = exportSchema(schema, "input");
  const { type } = exported.schema;
  if (type !== undefined && type !== "object") {
    throw new TypeError(`The input of a tool is an object schema, not one of type ${JSON.stringify(type)}.`);
  }
  return { ...exported, schema: { type: "object", ...exported.schema } };
}

/** The output side of a tool's result. */
export function outputSchema(schema: z.ZodType): ExportedSchema {
  return exportSchema(schema, "output");
}

function exportSchema(schema: z.ZodType, io: "input" | "output"): ExportedSchema {
  const warnings: string[] = [];
  const exported = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      represent(zodSchema, jsonSchema as Node);
      dropFlaggedPatterns(zodSchema, jsonSchema as Node, warnings);
    },
  }) as Node;
  const { $schema: _, ...rest } = exported;
  dropNonLinearPatterns(rest, "", warnings);
  return { schema: rest, warnings };
}

// What zod calls unrepresentable and JSON has a text form for (C1.3, C1.6).
function represent(schema: z.core.$ZodType, node: Node): void {
  const { type } = schema._zod.def;
  if (type === "date") Object.assign(node, { type: "string", format: "date-time" });
  if (type === "bigint") Object.assign(node, { type: "integer" });
}

// JSON Schema has no flags, so a pattern exported without its flag would refuse what zod takes.
function dropFlaggedPatterns(schema: z.core.$ZodType, node: Node, warnings: string[]): void {
  for (const check of schema._zod.def.checks ?? []) {
    const pattern: unknown = "pattern" in check._zod.def ? check._zod.def.pattern : undefined;
    if (!(pattern instanceof RegExp) || !/[ims]/.test(pattern.flags)) continue;
    warnings.push(`the pattern ${pattern} has flags`);
    if (node["pattern"] === pattern.source) delete node["pattern"];
    const all = node["allOf"];
    if (!Array.isArray(all)) continue;
    const kept = all.filter((part: Node) => part["pattern"] !== pattern.source);
    if (kept.length > 0) node["allOf"] = kept;
    else delete node["allOf"];
  }
}

function dropNonLinearPatterns(node: unknown, path: string, warnings: string[]): void {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const isPattern = key === "pattern" && typeof value === "string" && !path.endsWith("/properties");
    if (isPattern && linearPattern(value) === undefined) {
      warnings.push(`the pattern ${value} cannot run in linear time`);
      delete (node as Node)[key];
    } else if (!["default", "const", "enum", "examples"].includes(key)) {
      dropNonLinearPatterns(value, `${path}/${key}`, warnings);
    }
  }
}

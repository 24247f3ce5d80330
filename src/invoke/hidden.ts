// The arguments of a tool that models neither see nor give (C2.12): those that it declares, and those that this sidecar injects.
import type { JsonSchema, ToolSpec } from "../model/spec.js";
import { withDigest } from "../model/spec-digest.js";
import { writeJson } from "../model/write-json.js";
import { mergeJson, partJson } from "./edit-arguments.js";
import { type SchemaCheck, schemaCheck } from "./schema-check.js";

/** What this sidecar injects, by full name or, for the tools of a source that have such an argument, by `source.*`. */
export type Injections = ReadonlyMap<string, { readonly [name: string]: unknown }>;

/** Keeps what models give and what others inject apart. */
export interface Hidden {
  /** The check of those that the tool declares as injected; null where it declares none. */
  readonly check: SchemaCheck | null;
  /** A model's arguments without those that are not its own to give. */
  without(text: string): string;
  /** A caller's injected arguments under what this sidecar injects: those that the tool declares, and those that models see. */
  part(text: string): { readonly hidden: string; readonly visible: string };
}

/** A spec as models may see it, and what is hidden of it. */
export interface Veiled {
  readonly spec: ToolSpec;
  readonly hidden: Hidden | null;
}

/** Hides what the configuration injects into a tool; it wins over what any caller injects. */
export function veiled(spec: ToolSpec, injections: Injections): Veiled {
  const configured = configuredFor(spec, injections);
  const declared = new Set(namesOf(spec.injectedSchema));
  const names = new Set([...declared, ...Object.keys(configured)]);
  if (names.size === 0) return { spec, hidden: null };
  const own = textOf(configured);
  let check: SchemaCheck | null | undefined;
  const hidden: Hidden = {
    get check() {
      if (check === undefined) check = spec.injectedSchema === null ? null : schemaCheck(spec.injectedSchema);
      return check;
    },
    without: (text) => partJson(text, names).others,
    part: (text) => {
      const { named, others } = partJson(mergeJson(text, own), declared);
      return { hidden: named, visible: others };
    },
  };
  const shown = without(spec.inputSchema, new Set(Object.keys(configured)));
  return { spec: shown === spec.inputSchema ? spec : withDigest({ ...spec, inputSchema: shown }), hidden };
}

function configuredFor(spec: ToolSpec, injections: Injections): Record<string, unknown> {
  const known = new Set([...namesOf(spec.inputSchema), ...namesOf(spec.injectedSchema)]);
  const ofSource = Object.entries(injections.get(`${spec.source}.*`) ?? {}).filter(([name]) => known.has(name));
  return { ...Object.fromEntries(ofSource), ...injections.get(`${spec.source}.${spec.name}`) };
}

function without(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  if (!namesOf(schema).some((name) => names.has(name))) return schema;
  const { properties = {}, required, ...rest } = schema;
  const left = Array.isArray(required) ? required.filter((name) => !names.has(String(name))) : [];
  const shown = Object.entries(properties as object).filter(([name]) => !names.has(name));
  return { ...rest, properties: Object.fromEntries(shown), ...(left.length > 0 && { required: left }) };
}

function namesOf(schema: JsonSchema | null): readonly string[] {
  const properties = schema?.["properties"];
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}

function textOf(values: Record<string, unknown>): string {
  const written = writeJson(values);
  if (!written.ok) throw new TypeError("An argument that the configuration injects has no JSON form.");
  return written.text;
}

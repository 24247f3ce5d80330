import type { ToolSpec } from "../../model/spec.js";
import { writeJson } from "../../model/write-json.js";

const FIELDS = [
  "description",
  "inputSchema",
  "injectedSchema",
  "outputSchema",
  "type",
  "timeout",
  "idempotent",
] as const;
const WORDS = {
  description: "description",
  inputSchema: "input schema",
  injectedSchema: "injected schema",
  outputSchema: "output schema",
  type: "type",
  timeout: "timeout",
  idempotent: "idempotent",
} satisfies Record<(typeof FIELDS)[number], string>;
const SHOWN = 300;

/** What tells two specs of one tool apart, field by field, for a person. */
export function differences(has: ToolSpec, offered: ToolSpec): string {
  return FIELDS.filter((field) => text(has[field]) !== text(offered[field]))
    .map((field) => `${WORDS[field]} ${short(text(has[field]))} against ${short(text(offered[field]))}`)
    .join("; ");
}

function text(value: unknown): string {
  const written = writeJson(value);
  return written.ok ? written.text : String(value);
}

function short(json: string): string {
  return json.length <= SHOWN ? json : `${json.slice(0, SHOWN).toWellFormed()}…`;
}

import { fullName, type ToolSpec } from "../../model/spec.js";
import { writeJson } from "../../model/write-json.js";

const GAP = "  ";
const LEAST_DESCRIPTION = 20;

/** A table of tools for people, no line longer than `width`. */
export function toolTable(tools: readonly ToolSpec[], width: number): string {
  if (tools.length === 0) return "No tools. Start the sidecar with --tools FILE.\n";
  const rows = tools.map((spec) => [fullName(spec), spec.type, budget(spec), firstLine(spec.description)]);
  const table = [["TOOL", "TYPE", "TIMEOUT", "DESCRIPTION"], ...rows];
  const widths = [0, 1, 2].map((i) => Math.max(...table.map((row) => row[i]?.length ?? 0)));
  const left = widths.reduce((sum, w) => sum + w + GAP.length, 0);
  const room = Math.max(LEAST_DESCRIPTION, width - left);
  return table
    .map((row) => {
      const cells = row.map((cell, i) => (i < 3 ? cell.padEnd(widths[i] ?? 0) : cut(cell, room)));
      return `${cells.join(GAP).trimEnd()}\n`;
    })
    .join("");
}

/** One tool with everything that is known of it. */
export function specPage(spec: ToolSpec): string {
  const lines = [
    fullName(spec),
    ...spec.description.split("\n").map((line) => `${GAP}${line}`),
    "",
    `${GAP}type        ${spec.type}`,
    `${GAP}timeout     ${budget(spec) === "-" ? "the sidecar's limit" : budget(spec)}`,
    `${GAP}idempotent  ${spec.idempotent ? "yes" : "no"}`,
    `${GAP}digest      ${spec.digest}`,
    "",
    `${GAP}input schema`,
    schemaText(spec.inputSchema),
  ];
  if (spec.injectedSchema !== null) lines.push("", `${GAP}injected, unseen by models`, schemaText(spec.injectedSchema));
  if (spec.outputSchema !== null) lines.push("", `${GAP}output schema`, schemaText(spec.outputSchema));
  return `${lines.join("\n").replace(/[ \t]+$/gm, "")}\n`;
}

/** One tool as JSON for programs. */
export function specJson(spec: ToolSpec): string {
  const written = writeJson({
    name: spec.name,
    full_name: fullName(spec),
    description: spec.description,
    input_schema: spec.inputSchema,
    injected_schema: spec.injectedSchema,
    output_schema: spec.outputSchema,
    type: spec.type,
    source: spec.source,
    timeout_ms: spec.timeout,
    idempotent: spec.idempotent,
    digest: spec.digest,
  });
  return written.ok ? written.text : "null";
}

function schemaText(schema: unknown): string {
  const bigSafe = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  return JSON.stringify(schema, bigSafe, 2).replace(/^/gm, GAP + GAP);
}

function budget({ timeout }: ToolSpec): string {
  if (timeout === null) return "-";
  return timeout % 1000 === 0 ? `${timeout / 1000} s` : `${timeout} ms`;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

function cut(text: string, room: number): string {
  const points = [...text];
  return points.length <= room ? text : `${points.slice(0, room - 1).join("")}…`;
}

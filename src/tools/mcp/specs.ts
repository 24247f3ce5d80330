import { schemaCheck } from "../../invoke/schema-check.js";
import { TOOL_NAME, type ToolSpec } from "../../model/spec.js";
import { withDigest } from "../../model/spec-digest.js";
import { type ParamHeader, paramHeaders } from "./param-headers.js";

/** One listed tool as the sidecar offers it, under the name that its server knows it by. */
export interface McpTool {
  readonly spec: ToolSpec;
  readonly name: string;
  /** Whether a server of the older revision sends its result as `{"result": …}`. */
  readonly isWrapped: boolean;
  /** Arguments that are also sent as headers. */
  readonly headers: readonly ParamHeader[];
}

/** What the list of a server is read for. */
export interface Listing {
  readonly source: string;
  readonly mostMs: number | null;
  /** Whether results that are no objects come wrapped. */
  readonly mayWrap: boolean;
  /** Whether arguments may have to be sent as headers. */
  readonly hasHeaders: boolean;
}

/** The tools of a server's list; one that cannot be offered is left out with a warning. */
export function mcpTools(
  listed: readonly unknown[],
  listing: Listing,
  warn: (message: string) => void,
): readonly McpTool[] {
  const tools = new Map<string, McpTool>();
  for (const one of listed) {
    const read = toolOf(one, listing);
    if (typeof read === "string") warn(read);
    else if (tools.has(read.spec.name)) {
      const other = tools.get(read.spec.name)?.name;
      warn(
        other === read.name
          ? `the tool ${read.name} is listed twice`
          : `the tools ${other} and ${read.name} would have one name`,
      );
    } else tools.set(read.spec.name, read);
  }
  return [...tools.values()];
}

/** An MCP name in the characters that a tool's name may have (C3.4). */
export function safeName(name: string): string {
  return [...name].map((character) => (/^[A-Za-z0-9_.-]$/.test(character) ? character : "_")).join("");
}

function toolOf(listed: unknown, { source, mostMs, mayWrap, hasHeaders }: Listing): McpTool | string {
  if (!isRecord(listed) || typeof listed["name"] !== "string") return "a listed tool has no name";
  const { name, title, description, inputSchema, outputSchema, annotations } = listed;
  const safe = safeName(name as string);
  if (!TOOL_NAME.test(safe)) return `the tool ${String(name)} has a name that cannot be offered`;
  if (!isRecord(inputSchema)) return `the tool ${String(name)} has no input schema`;
  const type = inputSchema["type"];
  if (type !== undefined && type !== "object")
    return `the input schema of the tool ${String(name)} is no object schema`;
  const headers = hasHeaders ? paramHeaders(inputSchema) : [];
  if (typeof headers === "string") return `the tool ${String(name)} cannot be called: ${headers}`;
  const wrapped = mayWrap && isRecord(outputSchema) ? wrappedSchema(outputSchema) : null;
  const output = wrapped ?? (isRecord(outputSchema) ? outputSchema : null);
  try {
    schemaCheck(inputSchema);
    if (output !== null) schemaCheck(output);
  } catch (error) {
    return `a schema of the tool ${String(name)} cannot be compiled: ${error instanceof Error ? error.message : String(error)}`;
  }
  const hints = isRecord(annotations) ? annotations : {};
  const spec = withDigest({
    name: safe,
    description: typeof description === "string" ? description : typeof title === "string" ? title : "",
    inputSchema,
    injectedSchema: null,
    outputSchema: output,
    type: "mcp",
    source,
    timeout: mostMs,
    idempotent: hints["idempotentHint"] === true || hints["readOnlyHint"] === true,
  });
  return { spec, name: name as string, isWrapped: wrapped !== null, headers };
}

const WRAPPING = new Set(["$schema", "type", "properties", "required", "title", "x-fastmcp-wrap-result"]);

// The older revision allows only objects as structured content: SDKs wrap any other schema in exactly this form.
function wrappedSchema(schema: Record<string, unknown>): Record<string, unknown> | null {
  const { type, properties, required } = schema;
  if (type !== "object" || !isRecord(properties) || !Object.keys(schema).every((key) => WRAPPING.has(key))) return null;
  const inner = properties["result"];
  const isAlone = Object.keys(properties).length === 1 && Array.isArray(required) && required.join() === "result";
  if (!isAlone || !isRecord(inner) || inner["type"] === "object" || JSON.stringify(inner).includes('"$ref"'))
    return null;
  return inner;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

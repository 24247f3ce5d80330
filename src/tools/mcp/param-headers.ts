import { readJsonText } from "../../model/read-json.js";

// Arguments that a server of the newer revision also wants as headers of the HTTP request, so that what stands between can route
// by them (`x-mcp-header` in the tool's input schema).

/** One argument that is also sent as a header. */
export interface ParamHeader {
  readonly path: readonly string[];
  readonly header: string;
}

const KEY = "x-mcp-header";
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const TYPES = new Set(["string", "integer", "boolean"]);
/** Keywords whose values are data and not schemas. */
const DATA = new Set(["const", "default", "enum", "examples"]);
/** What a header field carries as it is. */
const PLAIN = /^(?![ \t])[\t\x20-\x7e]+(?<![ \t])$/;
const SENTINEL = /^=\?base64\?.*\?=$/;

/** The headers that a schema declares; a text says why it must not be used. */
export function paramHeaders(schema: unknown): readonly ParamHeader[] | string {
  const found: ParamHeader[] = [];
  const known = new Set<string>();
  let wrong: string | undefined;

  // The path is null where no chain of `properties` leads.
  const walk = (node: unknown, path: readonly string[] | null): void => {
    if (typeof node !== "object" || node === null || wrong !== undefined) return;
    if (!Array.isArray(node) && KEY in node) wrong = take(node, path);
    for (const [key, child] of Object.entries(node)) {
      if (DATA.has(key) || key === KEY) continue;
      if (key === "properties" && typeof child === "object" && child !== null) {
        for (const [name, property] of Object.entries(child)) walk(property, path === null ? null : [...path, name]);
      } else walk(child, null);
    }
  };

  const take = (node: object, path: readonly string[] | null): string | undefined => {
    const { [KEY]: header, type } = node as Readonly<Record<string, unknown>>;
    if (path === null || path.length === 0) return `${KEY} stands where no property of the arguments is meant`;
    if (typeof header !== "string" || !TOKEN.test(header)) return `${KEY} of ${path.join(".")} is no header name`;
    if (!TYPES.has(String(type))) return `${KEY} of ${path.join(".")} needs a string, an integer or a boolean`;
    if (known.has(header.toLowerCase())) return `two properties have the ${KEY} ${header}`;
    known.add(header.toLowerCase());
    found.push({ path, header });
    return undefined;
  };

  walk(schema, []);
  return wrong ?? found;
}

/** The headers of one call; an argument that is absent or null has none. */
export function headersOf(declared: readonly ParamHeader[], argumentsText: string): Record<string, string> {
  const headers: Record<string, string> = {};
  if (declared.length === 0) return headers;
  const read = readJsonText(argumentsText);
  if (!read.ok) return headers;
  for (const { path, header } of declared) {
    const value = path.reduce<unknown>(
      (at, key) => (typeof at === "object" && at !== null ? (at as Readonly<Record<string, unknown>>)[key] : undefined),
      read.value,
    );
    const text = textOf(value);
    if (text !== undefined) headers[`Mcp-Param-${header}`] = encoded(text);
  }
  return headers;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value.toWellFormed();
  return typeof value === "boolean" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : undefined;
}

function encoded(text: string): string {
  if (PLAIN.test(text) && !SENTINEL.test(text)) return text;
  return `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

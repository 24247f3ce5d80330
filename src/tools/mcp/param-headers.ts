import { isUtf8 } from "node:buffer";
import { readJsonText } from "../../model/read-json.js";

// Arguments that a server of the newer revision also wants as headers of the HTTP request, so that what stands between can route
// by them (`x-mcp-header` in the tool's input schema).

/** One argument that is also sent as a header. */
export interface ParamHeader {
  readonly path: readonly string[];
  readonly header: string;
}

const KEY = "x-mcp-header";
const PREFIX = "Mcp-Param-";
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

/**
 * Why headers that came with a call are not those that its arguments ask for, or nothing where they are; one that no argument asks for
 * is not looked at.
 */
export function headerMismatch(
  declared: readonly ParamHeader[],
  argumentsText: string,
  given: (header: string) => string | null,
): string | undefined {
  for (const { path, header, text } of asked(declared, argumentsText)) {
    const name = PREFIX + header;
    const value = given(name);
    const decoded = value === null ? null : decode(value);
    if (decoded === null) return `the argument ${path.join(".")} needs the header ${name}`;
    if (decoded === undefined) return `the header ${name} is no valid base64 of UTF-8`;
    if (decoded !== text && !isSameNumber(decoded, text))
      return `the header ${name} is not the argument ${path.join(".")}`;
  }
  return undefined;
}

/** The headers of one call; an argument that is absent or null has none. */
export function headersOf(declared: readonly ParamHeader[], argumentsText: string): Record<string, string> {
  return Object.fromEntries(
    asked(declared, argumentsText).map(({ header, text }) => [PREFIX + header, encoded(text)] as const),
  );
}

// The declared headers that these arguments ask for, and what they are to say.
function asked(
  declared: readonly ParamHeader[],
  argumentsText: string,
): readonly (ParamHeader & { readonly text: string })[] {
  const read = declared.length === 0 ? null : readJsonText(argumentsText);
  if (!read?.ok) return [];
  return declared.flatMap(({ path, header }) => {
    const value = path.reduce<unknown>(
      (at, key) => (typeof at === "object" && at !== null ? (at as Readonly<Record<string, unknown>>)[key] : undefined),
      read.value,
    );
    const text = textOf(value);
    return text === undefined ? [] : [{ path, header, text }];
  });
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

// Nothing where it says that it is base64 and is none.
function decode(value: string): string | undefined {
  if (!SENTINEL.test(value)) return value;
  const base64 = value.slice("=?base64?".length, -"?=".length);
  const bytes = Buffer.from(base64, "base64");
  if (bytes.toString("base64") !== base64 || !isUtf8(bytes)) return undefined;
  return bytes.toString("utf8");
}

function isSameNumber(a: string, b: string): boolean {
  return [a, b].every((text) => /^-?\d+(\.0+)?$/.test(text)) && a.replace(/\.0+$/, "") === b.replace(/\.0+$/, "");
}

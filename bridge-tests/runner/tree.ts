/** A JSON number as it was written: its kind and every digit. */
export class Num {
  readonly kind: "integer" | "float";
  readonly text: string;
  constructor(text: string) {
    this.kind = /^-?\d+$/.test(text) ? "integer" : "float";
    this.text = text;
  }
}

/** A JSON value that loses nothing: number kinds differ, keys keep their order, `__proto__` is a key. */
export type Tree = null | boolean | string | Num | Tree[] | TreeMap;
export type TreeMap = Map<string, Tree>;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;
const WORDS = new Map<string, Tree>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Reads JSON text by a reader of the harness's own, so that a fault in the project's reader cannot hide. */
export function parse(text: string): Tree {
  let at = 0;
  const fail = (): never => {
    throw new SyntaxError(`not JSON at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
  };
  const space = (): void => {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
  };
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  // A regular expression would overflow on a text of megabytes, so long strings are scanned.
  const quoted = (): string => {
    const start = at;
    for (at++; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++;
    at++;
    return JSON.parse(text.slice(start, at)) as string;
  };
  const punctuation = (mark: string): boolean => {
    space();
    if (text[at] !== mark) return false;
    at++;
    return true;
  };
  const list = (): Tree[] => {
    const items: Tree[] = [];
    if (punctuation("]")) return items;
    do items.push(value());
    while (punctuation(","));
    return punctuation("]") ? items : fail();
  };
  const map = (): TreeMap => {
    const entries: TreeMap = new Map();
    if (punctuation("}")) return entries;
    do {
      space();
      const key = text[at] === '"' ? quoted() : fail();
      if (!punctuation(":")) fail();
      entries.set(key, value());
    } while (punctuation(","));
    return punctuation("}") ? entries : fail();
  };
  const value = (): Tree => {
    space();
    const c = text[at];
    if (c === '"') return quoted();
    if (c === "[" || c === "{") {
      at++;
      return c === "[" ? list() : map();
    }
    for (const [word, meant] of WORDS) {
      if (text.startsWith(word, at)) {
        at += word.length;
        return meant;
      }
    }
    const number = take(NUMBER);
    return number === undefined ? fail() : new Num(number);
  };
  const whole = value();
  space();
  return at === text.length ? whole : fail();
}

/** Compact JSON text of a tree. */
export function write(tree: Tree): string {
  if (tree instanceof Num) return tree.text;
  if (Array.isArray(tree)) return `[${tree.map(write).join(",")}]`;
  if (tree instanceof Map) return `{${[...tree].map(([k, v]) => `${JSON.stringify(k)}:${write(v)}`).join(",")}}`;
  return JSON.stringify(tree);
}

/** The tree of an ordinary value, for observations that the harness itself makes. */
export function toTree(value: unknown): Tree {
  if (value === null || typeof value === "boolean" || typeof value === "string" || value instanceof Num) return value;
  if (typeof value === "number" || typeof value === "bigint") return new Num(String(value));
  if (Array.isArray(value)) return value.map(toTree);
  if (value instanceof Map) return new Map([...value].map(([k, v]) => [String(k), toTree(v)]));
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return new Map(entries.map(([key, item]) => [key, toTree(item)]));
}

import { expand, isExpandable, tagOf } from "./expand.js";
import { Num, type Tree, type TreeMap, write } from "./tree.js";

const SHOWN = 240;

type Matcher = (argument: Tree, got: Tree) => boolean;

const TYPES: Readonly<Record<string, (got: Tree) => boolean>> = {
  any: () => true,
  string: (got) => typeof got === "string",
  boolean: (got) => typeof got === "boolean",
  integer: (got) => got instanceof Num && got.kind === "integer",
  "int>=0": (got) => got instanceof Num && got.kind === "integer" && !got.text.startsWith("-"),
};

const MATCHERS: Readonly<Record<string, Matcher>> = {
  $contains: (argument, got) => texts(argument).every((part) => typeof got === "string" && got.includes(part)),
  $not_contains: (argument, got) => texts(argument).every((part) => !plain(got).includes(part)),
  $startswith: (argument, got) => typeof got === "string" && got.startsWith(plain(argument)),
  $match: (argument, got) => typeof got === "string" && new RegExp(plain(argument), "u").test(got),
  $nonempty: (_, got) => (typeof got === "string" || Array.isArray(got) ? got.length > 0 : got !== null),
  $any: (argument, got) => (TYPES[plain(argument)] ?? (() => false))(got),
  $any_of: (argument, got) => Array.isArray(argument) && argument.some((one) => differences(one, got).length === 0),
  $not_equal: (argument, got) => differences(argument, got).length > 0,
  $length: (argument, got) =>
    (typeof got === "string" || Array.isArray(got)) && argument instanceof Num && got.length === Number(argument.text),
  $at_most: (argument, got) => size(got) <= size(argument),
  $at_least: (argument, got) => size(got) >= size(argument),
  $includes: (argument, got) => included(argument, got).length === 0,
  $sorted: (_, got) => Array.isArray(got) && got.every((item, i) => i === 0 || plain(got[i - 1] ?? null) < plain(item)),
  $folded: (argument, got) => Array.isArray(argument) && Array.isArray(got) && folded(argument, got),
  $item: (argument, got) => Array.isArray(got) && got.some((item) => differences(argument, item).length === 0),
};

/** What differs between an expectation and a value, each with its pointer; nothing where they agree. */
export function differences(expected: Tree, got: Tree | undefined, path = ""): string[] {
  if (got === undefined) return [`${path || "/"}: expected ${shown(expected)}, got nothing`];
  const wrong = [`${path || "/"}: expected ${shown(expected)}, got ${shown(got)}`];
  const tag = tagOf(expected);
  const matcher = tag === undefined ? undefined : MATCHERS[tag[0]];
  if (tag !== undefined && matcher !== undefined) {
    if (tag[0] === "$includes") return included(tag[1], got, path);
    return matcher(tag[1], got) ? [] : wrong;
  }
  if (tag !== undefined && isExpandable(tag[0])) return differences(expand(expected), got, path);
  if (expected instanceof Num) return got instanceof Num && sameNumber(expected, got) ? [] : wrong;
  if (Array.isArray(expected)) {
    if (!Array.isArray(got) || got.length !== expected.length) return wrong;
    return expected.flatMap((item, i) => differences(item, got[i], `${path}/${i}`));
  }
  if (expected instanceof Map) {
    if (!(got instanceof Map)) return wrong;
    const extra = [...got.keys()].filter((key) => !expected.has(key));
    return [
      ...included(expected, got, path),
      ...extra.map((key) => `${path}/${key}: expected nothing, got ${shown(got.get(key) ?? null)}`),
    ];
  }
  return expected === got ? [] : wrong;
}

/** As `differences`, but a map may have more keys than are expected. */
export function included(expected: Tree, got: Tree | undefined, path = ""): string[] {
  if (!(expected instanceof Map) || !(got instanceof Map)) return differences(expected, got, path);
  return [...expected].flatMap(([key, item]) => differences(item, got.get(key), `${path}/${key}`));
}

// Whether a list is another one of which some items gave way to those after them, so that the last is always there.
function folded(whole: readonly Tree[], got: readonly Tree[]): boolean {
  let at = 0;
  for (const item of got) {
    const found = whole.slice(at).findIndex((one) => differences(one, item).length === 0);
    if (found < 0) return false;
    at += found + 1;
  }
  return at === whole.length;
}

/** One text for equal values, whatever the order of keys and the form of floats. */
export function canonical(tree: Tree): string {
  if (tree instanceof Num) return tree.kind === "integer" ? tree.text : `${floatOf(tree)}f`;
  if (Array.isArray(tree)) return `[${tree.map(canonical).join(",")}]`;
  if (!(tree instanceof Map)) return JSON.stringify(tree);
  const entries = [...(tree as TreeMap)].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}

/** A value for people, cut. */
export function shown(tree: Tree): string {
  const text = write(tree);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`;
}

function sameNumber(a: Num, b: Num): boolean {
  return a.kind === b.kind && (a.kind === "integer" ? BigInt(a.text) === BigInt(b.text) : floatOf(a) === floatOf(b));
}

function floatOf(n: Num): string {
  return Object.is(Number(n.text), -0) ? "-0" : String(Number(n.text));
}

function size(tree: Tree): number {
  return tree instanceof Num ? Number(tree.text) : Number.NaN;
}

function plain(tree: Tree): string {
  const whole = expand(tree);
  return typeof whole === "string" ? whole : write(whole);
}

function texts(tree: Tree): string[] {
  return Array.isArray(tree) ? tree.map(plain) : [plain(tree)];
}

import { Num, type Tree, type TreeMap } from "./tree.js";

type Expander = (argument: Tree, index: number) => Tree;

// Tags that stand for a plain JSON value; every other tag is for a testee or a fixture tool to make.
const EXPANDERS: Readonly<Record<string, Expander>> = {
  $repeat: (argument) => {
    const [text, times] = Array.isArray(argument) ? argument : [];
    return String(text).repeat(Number(times instanceof Num ? times.text : 0));
  },
  $nest: (argument) => {
    let nested: Tree = [];
    const depth = argument instanceof Map ? argument.get("depth") : undefined;
    for (let i = 1; i < Number(depth instanceof Num ? depth.text : 1); i++) nested = [nested];
    return nested;
  },
  $concat: (argument) =>
    list(argument)
      .map((part) => String(expand(part)))
      .join(""),
  $int: (argument) => new Num(String(argument)),
  $float: (argument) => new Num(String(argument)),
  $utf16: (argument) =>
    String.fromCharCode(
      ...String(argument)
        .split(" ")
        .map((unit) => Number.parseInt(unit, 16)),
    ),
  $index: (_, index) => new Num(String(index)),
};

/** The argument of a tree that is one tag, such as `{"$num": "NaN"}`. */
export function tagOf(tree: Tree): readonly [string, Tree] | undefined {
  if (!(tree instanceof Map) || tree.size !== 1) return undefined;
  const [entry] = tree;
  return entry?.[0].startsWith("$") ? entry : undefined;
}

/** Whether a tag stands for a plain JSON value. */
export function isExpandable(tag: string): boolean {
  return Object.hasOwn(EXPANDERS, tag);
}

/** Replaces tags by the values they stand for, as far as those are JSON. */
export function expand(tree: Tree, index = 0): Tree {
  const tag = tagOf(tree);
  const expander = tag === undefined ? undefined : EXPANDERS[tag[0]];
  if (tag !== undefined && expander !== undefined) return expander(tag[1], index);
  if (Array.isArray(tree)) return tree.map((item) => expand(item, index));
  if (tree instanceof Map) return new Map([...tree].map(([key, item]) => [key, expand(item, index)]));
  return tree;
}

/** Replaces `{"$index": true}` only. */
export function withIndex(tree: Tree, index: number): Tree {
  const tag = tagOf(tree);
  if (tag?.[0] === "$index") return new Num(String(index));
  if (Array.isArray(tree)) return tree.map((item) => withIndex(item, index));
  if (tree instanceof Map) return new Map([...tree].map(([key, item]) => [key, withIndex(item, index)]));
  return tree;
}

/** Writes the numbers that an ordinary JSON reader would spoil as tags, for the testees. */
export function tagNumbers(tree: Tree): Tree {
  if (tree instanceof Num) {
    if (tree.kind === "float") return new Map([["$float", tree.text]]);
    return Number.isSafeInteger(Number(tree.text)) ? tree : new Map([["$int", tree.text]]);
  }
  if (tagOf(tree)?.[0] === "$concat") return expand(tree);
  if (tagOf(tree)?.[0] === "$int" || tagOf(tree)?.[0] === "$float") return tree;
  if (Array.isArray(tree)) return tree.map(tagNumbers);
  if (tree instanceof Map) return new Map([...tree].map(([key, item]) => [key, tagNumbers(item)]));
  return tree;
}

/** The field of a map, or undefined. */
export function field(tree: Tree | undefined, key: string): Tree | undefined {
  return tree instanceof Map ? tree.get(key) : undefined;
}

export function text(tree: Tree | undefined): string | undefined {
  return typeof tree === "string" ? tree : undefined;
}

export function number(tree: Tree | undefined): number | undefined {
  return tree instanceof Num ? Number(tree.text) : undefined;
}

export function list(tree: Tree | undefined): readonly Tree[] {
  return Array.isArray(tree) ? tree : [];
}

export function map(tree: Tree | undefined): TreeMap {
  return tree instanceof Map ? tree : new Map();
}

import { type Node, parseTree } from "jsonc-parser";

/** A change of argument text: the value at a pointer is replaced by JSON text, or a property of the root is left out. */
export interface Edit {
  /** Keys from the root. */
  readonly path: readonly string[];
  /** JSON text; null leaves the property out. */
  readonly text: string | null;
}

interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Edits JSON text in place, so that everything else keeps its digits and its order (C1.2, C1.3). */
export function editJson(text: string, edits: readonly Edit[]): string {
  const root = parseTree(text);
  if (root === undefined) return text;
  const splices = edits.flatMap(({ path, text: by }) =>
    by === null
      ? []
      : nodesAt(root, path).map(({ offset, length }) => ({ from: offset, to: offset + length, text: by })),
  );
  const replaced = splices.sort((a, b) => b.from - a.from).reduce(spliced, text);
  const left = edits.flatMap(({ path, text: by }) => (by === null ? path.slice(0, 1) : []));
  return partJson(replaced, new Set(left)).others;
}

/** Adds the properties of one JSON object's text to another's; they win (C2.12). */
export function mergeJson(text: string, injected: string): string {
  const names = (parseTree(injected)?.children ?? []).map(nameOf);
  if (names.length === 0) return text;
  const inner = partJson(text, new Set(names)).others.trim().slice(1, -1).trim();
  const added = injected.trim().slice(1, -1);
  return `{${inner === "" ? added : `${inner},${added}`}}`;
}

/** Parts the properties of one JSON object's text into those with a name of the set and the others, repeated keys and all. */
export function partJson(
  text: string,
  names: ReadonlySet<string>,
): { readonly named: string; readonly others: string } {
  const all = names.size === 0 ? [] : (parseTree(text)?.children ?? []);
  const named = all.filter((property) => names.has(nameOf(property)));
  if (named.length === 0) return { named: "{}", others: text };
  const object = (properties: readonly Node[]): string =>
    `{${properties.map(({ offset, length }) => text.slice(offset, offset + length)).join(",")}}`;
  return { named: object(named), others: object(all.filter((property) => !names.has(nameOf(property)))) };
}

function nameOf(property: Node): string {
  return String(property.children?.[0]?.value);
}

// Every value of a repeated key, so that a replacement reaches the one that wins.
function nodesAt(node: Node, path: readonly string[]): Node[] {
  const [key, ...rest] = path;
  if (key === undefined) return [node];
  if (node.type === "array") {
    const item = node.children?.[Number(key)];
    return item === undefined ? [] : nodesAt(item, rest);
  }
  const values = (node.children ?? []).flatMap((property) => {
    const [name, value] = property.children ?? [];
    return name?.value === key && value !== undefined ? [value] : [];
  });
  return values.flatMap((value) => nodesAt(value, rest));
}

function spliced(text: string, { from, to, text: by }: Splice): string {
  return text.slice(0, from) + by + text.slice(to);
}

import { type Node, parseTree } from "jsonc-parser";

/** A change of argument text: the value at a pointer is replaced by JSON text, or left out. */
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
  const splices = edits.flatMap((edit) => nodesAt(root, edit.path).map((node) => splice(text, node, edit.text)));
  splices.sort((a, b) => b.from - a.from);
  return splices.reduce((done, { from, to, text: by }) => done.slice(0, from) + by + done.slice(to), text);
}

/** Adds the properties of one JSON object's text to another's; they win (C2.12). */
export function mergeJson(text: string, injected: string): string {
  const names = (parseTree(injected)?.children ?? []).map((property) => String(property.children?.[0]?.value));
  if (names.length === 0) return text;
  const rest = editJson(
    text,
    names.map((name) => ({ path: [name], text: null })),
  ).trim();
  const inner = rest.slice(1, -1).trim();
  const added = injected.trim().slice(1, -1);
  return `{${inner === "" ? added : `${inner},${added}`}}`;
}

// Every property of a repeated key, so that a removal removes them all and a replacement reaches the one that wins.
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

function splice(text: string, value: Node, by: string | null): Splice {
  if (by !== null || value.parent === undefined) {
    return { from: value.offset, to: value.offset + value.length, text: by ?? "null" };
  }
  const property = value.parent;
  const siblings = property.parent?.children ?? [];
  const last = siblings.indexOf(property) === siblings.length - 1;
  const start = property.offset;
  const end = property.offset + property.length;
  // The comma that goes is the one behind, or the one before where this is the last.
  const behind = text.indexOf(",", end);
  if (!last) return { from: start, to: behind + 1, text: "" };
  const before = text.lastIndexOf(",", start);
  return siblings.length > 1 ? { from: before, to: end, text: "" } : { from: start, to: end, text: "" };
}

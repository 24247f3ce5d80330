import { float, payload } from "toolspan";

type Tag = (argument: unknown) => unknown;

class Opaque {
  readonly #secret = 1;
  peek(): number {
    return this.#secret;
  }
}

const tags: Readonly<Record<string, Tag>> = {
  $num: (word) => Number(word),
  $int: (digits) => (Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(String(digits))),
  $float: (text) => float(Number(text)),
  $bigint: (digits) => BigInt(String(digits)),
  $utf16: (units) =>
    String.fromCharCode(
      ...String(units)
        .split(" ")
        .map((unit) => Number.parseInt(unit, 16)),
    ),
  $bytes_hex: (hex) => new Uint8Array(Buffer.from(String(hex), "hex")),
  $repeat: (pair) => (Array.isArray(pair) ? String(pair[0]).repeat(Number(pair[1])) : undefined),
  $undefined: () => undefined,
  $function: () => () => 1,
  $symbol: () => Symbol("s"),
  $opaque: () => Symbol("s"),
  $instance: () => new Opaque(),
  $promise: () => new Promise(() => {}),
  $instant: (text) => new Date(String(text)),
  $uuid: (text) => String(text),
  $decimal: (text) => String(text),
  $js_error: (message) => new Error(String(message)),
  $set: (items) => new Set(list(items).map(materialise)),
  $map: (pairs) => new Map(list(pairs).map((pair) => [materialise(list(pair)[0]), materialise(list(pair)[1])])),
  $nest: (argument) => {
    let nested: unknown[] = [];
    for (let i = 1; i < Number((argument as { depth?: unknown } | null)?.depth); i++) nested = [nested];
    return nested;
  },
  $cycle: () => {
    const knot: Record<string, unknown> = { a: [] };
    knot["a"] = [knot];
    return knot;
  },
  $shared: () => {
    const one = { x: 1 };
    return [one, one];
  },
  $payload: (argument) => {
    const { text, hex, base64, media_type } = argument as Readonly<Record<string, string | undefined>>;
    const bytes = hex === undefined ? Buffer.from(base64 ?? "", "base64") : Buffer.from(hex, "hex");
    return payload(text ?? new Uint8Array(bytes), media_type ?? "");
  },
};

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Makes the value that a tagged JSON tree stands for, as TypeScript has it. */
export function materialise(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(materialise);
  if (typeof tree !== "object" || tree === null) return tree;
  const entries = Object.entries(tree);
  const [first] = entries;
  const tag = entries.length === 1 && first !== undefined && Object.hasOwn(tags, first[0]) ? tags[first[0]] : undefined;
  if (tag !== undefined && first !== undefined) return tag(first[1]);
  const made = {};
  for (const [key, item] of entries) {
    Object.defineProperty(made, key, {
      value: materialise(item),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return made;
}

import { configSchema } from "./config-schema.js";

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

/** The keys that the schema knows at a path of the file. */
export function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  let nodes: readonly Node[] = [tree()];
  for (const key of path) {
    nodes = nodes.flatMap(choices).flatMap((node) => {
      const next = typeof key === "number" ? node.items : node.properties?.[String(key)];
      return next === undefined ? [] : [next];
    });
  }
  return nodes.flatMap(choices).flatMap((node) => Object.keys(node.properties ?? {}));
}

function choices(node: Node): readonly Node[] {
  return [node, ...(node.anyOf ?? []).flatMap(choices)];
}

function tree(): Node {
  return configSchema.toJSONSchema({ io: "input" }) as Node;
}

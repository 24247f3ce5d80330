// The arguments that the sidecar itself injects into tools (C2.12), as `injected:` of the configuration says them.
import { z } from "zod";
import type { Injections } from "../invoke/hidden.js";

const TOOLS_TEXT = "source.tool, or source.* for each tool of the source that has such an argument";

/** `injected:` as a person writes it. */
export const injectedSchema = z.record(
  z.string().regex(/^[A-Za-z0-9_-]{1,128}\.(\*|[A-Za-z0-9_.-]{1,128})$/, { error: TOOLS_TEXT }),
  z.record(z.string(), z.json(), { error: "a mapping of arguments to values" }),
  { error: `a mapping of ${TOOLS_TEXT}` },
);

/** The values with their texts expanded; `expanded` is given the place of each text. */
export function injectionsOf(
  entries: z.output<typeof injectedSchema>,
  expanded: (text: string, path: readonly PropertyKey[]) => string,
): Injections {
  const whole = (value: unknown, path: readonly PropertyKey[]): unknown => {
    if (typeof value === "string") return expanded(value, path);
    if (Array.isArray(value)) return value.map((item, i) => whole(item, [...path, i]));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, whole(item, [...path, key])]));
  };
  return new Map(
    Object.entries(entries).map(([tool, values]) => [
      tool,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, whole(value, [tool, name])])),
    ]),
  );
}

import { float, payload, ToolResponse, tool } from "toolspan";
import { z } from "zod";
import { materialise } from "./tags.js";

const anything = z.looseObject({});

export const echo = tool({
  name: "echo",
  description: "Returns its arguments as the bytes that arrived.",
  input: anything,
  idempotent: true,
  run: async (_args, { payload }) => payload,
});

export const reread = tool({
  name: "reread",
  description: "Returns its arguments as TypeScript values.",
  input: anything,
  run: async (args) => args,
});

export const make = tool({
  name: "make",
  description: "Returns the value that a tagged description stands for.",
  input: z.looseObject({ value: z.unknown() }),
  run: async ({ value }) => materialise(value),
});

export const one = tool({
  name: "one",
  description: "Returns 1 beside 1.0, which TypeScript alone cannot tell apart.",
  run: async () => ({ n: 1, f: float(1), list: [float(2.5), float(-0), float(1e21)] }),
});

export const raw = tool({
  name: "raw",
  description: "Returns text that claims to be JSON, or bytes of another media type.",
  input: z.looseObject({ text: z.string().optional(), hex: z.string().optional(), media_type: z.string().optional() }),
  run: async ({ text, hex, media_type }) =>
    payload(text ?? new Uint8Array(Buffer.from(hex ?? "", "hex")), media_type ?? ""),
});

export const nothing = tool({
  name: "nothing",
  description: "Returns nothing, and takes no arguments.",
  run: async () => undefined,
});

const block = z.looseObject({ type: z.enum(["text", "image", "audio", "video", "document"]) });

export const answer = tool({
  name: "answer",
  description: "Says outright whether it did its job.",
  input: z.looseObject({
    success: z.unknown().optional(),
    error: z.string().optional(),
    result: z.unknown().optional(),
    blocks: z.array(block).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    retryable: z.boolean().optional(),
  }),
  run: async ({ success, error, result, blocks = [], details, retryable }) => {
    const shown = blocks.map(blockOf);
    if (error === undefined) return ToolResponse.success(materialise(success), { blocks: shown });
    return ToolResponse.error(error, {
      ...(result === undefined ? {} : { result: materialise(result) }),
      blocks: shown,
      ...(details === undefined ? {} : { details }),
      ...(retryable === undefined ? {} : { retryable }),
    });
  },
});

type Shown = NonNullable<NonNullable<Parameters<typeof ToolResponse.success>[1]>["blocks"]>[number];

function blockOf(described: z.infer<typeof block>): Shown {
  if (described.type === "text") return { type: "text", text: String(described["text"]) };
  const data = described["data"];
  return {
    type: described.type,
    mediaType: String(described["media_type"]),
    source: typeof data === "string" ? { type: "base64", data } : { type: "url", url: String(described["url"]) },
    ...(typeof described["name"] === "string" ? { name: described["name"] } : {}),
    ...(typeof described["size_bytes"] === "number" ? { sizeBytes: described["size_bytes"] } : {}),
    ...(typeof described["sha256"] === "string" ? { sha256: described["sha256"] } : {}),
  };
}

interface Thrown {
  readonly class?: string;
  readonly name?: string;
  readonly message?: string;
  readonly cause?: Thrown;
}

class QuotaExceeded extends Error {}

function errorOf({ class: kind, name, message = "", cause }: Thrown): Error {
  const options = cause === undefined ? {} : { cause: errorOf(cause) };
  const made =
    kind === "TypeError"
      ? new TypeError(message, options)
      : kind === "QuotaExceeded"
        ? new QuotaExceeded(message, options)
        : new Error(message, options);
  if (name !== undefined) made.name = name;
  return made;
}

const thrown = z.looseObject({ error: z.looseObject({}).optional(), value: z.unknown().optional() });

export const raise = tool({
  name: "raise",
  description: "Throws an error, or any other value, after a turn of the event loop.",
  input: thrown,
  run: async ({ error, value }) => {
    await new Promise((resolve) => setImmediate(resolve));
    const what: unknown = error === undefined ? materialise(value) : errorOf(error as Thrown);
    throw what;
  },
});

export const raiseAtOnce = tool({
  name: "raise_at_once",
  description: "Throws before it returns a promise.",
  input: thrown,
  run: ({ error, value }) => {
    const what: unknown = error === undefined ? materialise(value) : errorOf(error as Thrown);
    throw what;
  },
});

export const poisoned = tool({
  name: "poisoned",
  description: "Throws an error whose own properties throw.",
  run: async () => {
    const trap = (): never => {
      throw new Error("trap");
    };
    throw Object.defineProperties(new Error("x"), {
      message: { get: trap },
      name: { get: trap },
      stack: { get: trap },
    });
  },
});

export const hostile = tool({
  name: "hostile",
  description: "Returns an object whose property throws when it is read.",
  run: async () => ({
    get boom(): number {
      throw new Error("getter");
    },
  }),
});

export const notAsync = tool({
  name: "not_async",
  description: "Returns a value instead of a promise.",
  run: () => "plain",
});

export const raiseLong = tool({
  name: "raise_long",
  description: "Throws an error of any length.",
  input: z.object({ text: z.string(), times: z.number() }),
  run: async ({ text, times }) => {
    throw new Error(text.repeat(times));
  },
});

import { tool } from "toolspan";
import { z } from "zod";

const told = async (args: unknown): Promise<unknown> => args;

export const date = tool({
  name: "date",
  description: "Takes a date.",
  input: z.object({ at: z.date() }),
  run: async ({ at }) => ({ is_date: at instanceof Date, at }),
});

export const good = tool({
  name: "good",
  description: "Takes a text.",
  input: z.object({ a: z.string() }),
  run: told,
});

export const union = tool({
  name: "union",
  description: "Takes literals of three types.",
  input: z.object({ k: z.union([z.literal("a"), z.literal(1), z.literal(true)]), e: z.enum(["x", "y"]) }),
  run: told,
});

export const transform = tool({
  name: "transform",
  description: "Takes a text and works with a number.",
  input: z.object({ n: z.string().transform(Number).default(1) }),
  run: async ({ n }) => ({ n, type: typeof n }),
});

export const nothing = tool({ name: "no_parameters", description: "Takes nothing.", run: async () => "ran" });

export const defaults = tool({
  name: "defaults",
  description: "Optional, defaulted and nullable are three different things.",
  input: z.object({ d: z.number().default(3), o: z.string().optional(), n: z.string().nullable() }),
  run: async (args) => ({ ...args, has_o: "o" in args }),
});

export const strips = tool({
  name: "strips",
  description: "Has room for one key.",
  input: z.object({ a: z.string() }),
  run: told,
});

export const strict = tool({
  name: "strict",
  description: "Forbids other keys.",
  input: z.strictObject({ a: z.string() }),
  run: told,
});

export const loose = tool({
  name: "loose",
  description: "Takes any keys.",
  input: z.looseObject({ a: z.string().optional() }),
  run: told,
});

export const record = tool({
  name: "record",
  description: "Takes a map of numbers.",
  input: z.object({ map: z.record(z.string(), z.number()) }),
  run: told,
});

export const options = tool({
  name: "options",
  description: "Takes an object, or null.",
  input: z.object({ opts: z.union([z.looseObject({}), z.null()]) }),
  run: told,
});

export const items = tool({
  name: "items",
  description: "Takes a list.",
  input: z.object({ list: z.array(z.number()) }),
  run: told,
});

export const texts = tool({
  name: "texts",
  description: "Takes text, whatever it looks like.",
  input: z.object({ data: z.string() }),
  run: told,
});

export const either = tool({
  name: "either",
  description: "Takes text or an object, so text stays text.",
  input: z.object({ data: z.union([z.string(), z.looseObject({})]) }),
  run: told,
});

export const search = tool({
  name: "search",
  description: "Has an optional text that may not be null.",
  input: z.object({ q: z.string(), after: z.string().optional(), nullable: z.string().nullable().optional() }),
  run: async (args) => ({ args, has_after: "after" in args, has_nullable: "nullable" in args }),
});

export const filter = tool({
  name: "filter",
  description: "Takes a free-form object.",
  input: z.object({ filter: z.looseObject({}) }),
  run: told,
});

export const person = tool({
  name: "person",
  description: "Has three rules to break.",
  input: z.object({
    name: z.string().min(1),
    age: z.number().int().min(0),
    address: z.object({ city: z.string(), zip: z.string().regex(/^\d{5}$/) }),
  }),
  run: async () => "ran",
});

export const big = tool({
  name: "big",
  description: "Takes integers of any size.",
  input: z.object({ n: z.bigint() }),
  run: async ({ n }) => ({ n, type: typeof n }),
});

export const whole = tool({
  name: "whole",
  description: "Takes an integer.",
  input: z.object({ n: z.int() }),
  run: told,
});

export const slowPattern = tool({
  name: "slow_pattern",
  description: "Has a pattern that hangs a backtracking engine.",
  input: z.object({ s: z.string().regex(/^(a+)+$/) }),
  run: async () => "matched",
});

export const lookahead = tool({
  name: "lookahead",
  description: "Has a pattern that no linear-time engine runs.",
  input: z.object({ s: z.string().regex(/^(?=.*\d)[a-z0-9]+$/) }),
  run: async () => "matched",
});

export const ignoresCase = tool({
  name: "ignores_case",
  description: "Has a pattern with a flag.",
  input: z.object({ s: z.string().regex(/^abc$/i) }),
  run: async () => "matched",
});

export const refined = tool({
  name: "refined",
  description: "Has a rule that JSON Schema cannot say.",
  input: z.object({ from: z.number(), to: z.number() }).refine(({ from, to }) => from <= to, {
    message: "from must not be after to",
    path: ["to"],
  }),
  run: async () => "ran",
});

import { describe, expect, test } from "vitest";
import * as z from "zod";
import { deliver } from "./zod-deliver.js";
import { inputSchema } from "./zod-schema.js";

describe("inputSchema", () => {
  test("optional, defaulted and nullable are three different things", () => {
    const { schema } = inputSchema(
      z.object({ o: z.string().optional(), d: z.number().default(3), n: z.string().nullable() }),
    );
    expect(schema["required"]).toEqual(["n"]);
  });

  test.each<[string, z.ZodType, unknown]>([
    ["dates", z.date(), { type: "string", format: "date-time" }],
    ["bigints", z.bigint(), { type: "integer" }],
    ["the input side of a transform", z.string().transform(Number), { type: "string" }],
    ["a pattern with a flag", z.string().regex(/^abc$/i), { type: "string" }],
    ["a pattern that needs look-ahead", z.string().regex(/^(?=a)b/), { type: "string" }],
    ["a linear pattern", z.string().regex(/^a+$/), { type: "string", pattern: "^a+$" }],
  ])("%s", (_, type, wanted) => {
    expect(inputSchema(z.object({ x: type })).schema["properties"]).toEqual({ x: wanted });
  });

  test("no input is an object schema; a schema that is no object is refused", () => {
    expect(inputSchema(z.object({})).schema).toMatchObject({ type: "object" });
    expect(() => inputSchema(z.string())).toThrow(/object schema/);
  });
});

describe("deliver", () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ["an integer for a bigint", z.object({ a: z.bigint() }), { a: 5 }, { a: 5n }],
    ["a large integer that a double holds", z.object({ a: z.number() }), { a: 2n ** 64n }, { a: 2 ** 64 }],
    ["text for a date", z.object({ a: z.array(z.date()) }), { a: ["1970-01-01T00:00:01Z"] }, { a: [new Date(1000)] }],
    ["a union's branch", z.object({ a: z.union([z.boolean(), z.bigint()]) }), { a: 1 }, { a: 1n }],
    [
      "text that a union takes as text",
      z.object({ a: z.union([z.string(), z.date()]) }),
      { a: "1970-01-01T00:00:01Z" },
      { a: "1970-01-01T00:00:01Z" },
    ],
    ["a default", z.object({ d: z.number().default(3) }), {}, { d: 3 }],
    ["a stripped key", z.object({ a: z.string() }), { a: "x", zzz: 1 }, { a: "x" }],
    ["an async refinement", z.object({ a: z.string().refine(async () => true) }), { a: "x" }, { a: "x" }],
  ])("%s", async (_, schema, value, wanted) =>
    expect(await deliver(schema, value)).toEqual({ ok: true, value: wanted }),
  );

  test.each([
    z.record(z.string(), z.number()),
    z.looseObject({}),
    z.looseObject({}).optional(),
    z.looseObject({ a: z.string().optional() }),
  ])("__proto__ is an ordinary key %#", async (schema) => {
    const delivered = await deliver(schema, JSON.parse('{"__proto__":1,"constructor":2,"":3}'));
    expect(delivered.ok && JSON.stringify(Object.entries(delivered.value as object).sort())).toBe(
      '[["",3],["__proto__",1],["constructor",2]]',
    );
  });

  test("an integer that a double cannot hold is refused, not rounded", async () => {
    const delivered = await deliver(z.object({ a: z.number() }), { a: 9007199254740993n });
    expect(delivered.ok ? [] : delivered.problems.map((p) => p.path)).toEqual(["/a"]);
  });
});

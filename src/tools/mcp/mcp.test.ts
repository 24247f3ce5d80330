import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { protectNumbers, restoreNumbers } from "./exact.js";
import { outcomeOf } from "./outcome.js";
import { allPages } from "./pages.js";
import { mcpTools, safeName } from "./specs.js";

describe("numbers through a parser of doubles", () => {
  test.each([
    "9007199254740993",
    "1.0",
    "-0.0",
    "1e400",
    '{"a":[1.50,"x"]}',
    '"\\u0000n1"',
    '{"\\u0000":"\\u0000\\u0000"}',
  ])("%s is as it was", (json) => {
    expect(restoreNumbers(JSON.stringify(JSON.parse(protectNumbers(json))))).toBe(json);
  });

  test("any text that JSON.stringify writes is as it was", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        expect(restoreNumbers(JSON.stringify(JSON.parse(protectNumbers(json))))).toBe(json);
      }),
    );
  });
});

describe("a result", () => {
  const of = (raw: unknown) => {
    const outcome = outcomeOf(raw, "t");
    return outcome.kind === "returned" ? (outcome.value.fault?.kind ?? "success") : outcome.fault.kind;
  };

  test.each([
    [{ content: [] }, "success"],
    [{ structuredContent: null }, "success"],
    [{ content: [], isError: true }, "tool_error"],
    [{ content: [], isError: "true" }, "success"],
    [{ resultType: "input_required" }, "tool_error"],
    [{ resultType: "task", content: [] }, "invalid_result"],
    [{ resultType: 7, content: [] }, "invalid_result"],
    [{}, "invalid_result"],
    [{ content: {}, structuredContent: 1 }, "invalid_result"],
    [null, "invalid_result"],
    [[], "invalid_result"],
  ])("%j is %s", (raw, kind) => expect(of(raw)).toBe(kind));

  test("blocks that are not what their type says are kept as their JSON text", () => {
    const items = [{ type: "text" }, { type: "image", data: "AA==" }, 7, null];
    const outcome = outcomeOf({ content: items }, "t");
    const blocks = outcome.kind === "returned" ? outcome.value.blocks : [];
    expect(blocks).toEqual(items.map((item) => ({ type: "text", text: JSON.stringify(item) })));
  });
});

describe("pages", () => {
  const walk = async (pages: Readonly<Record<string, readonly [readonly number[], string | undefined]>>) => {
    const warnings: string[] = [];
    const items = await allPages(
      async (cursor) => {
        const [page, next] = pages[cursor ?? "first"] ?? [[], undefined];
        return { items: page, next };
      },
      (message) => warnings.push(message),
    );
    return { items, warnings: warnings.length };
  };

  test("an empty cursor is a cursor", async () => {
    expect(await walk({ first: [[1], ""], "": [[2], undefined] })).toEqual({ items: [1, 2], warnings: 0 });
  });

  test("cursors that go in a circle end the list", async () => {
    expect(await walk({ first: [[1], "a"], a: [[2], "b"], b: [[3], "a"] })).toEqual({ items: [1, 2, 3], warnings: 1 });
  });
});

describe("listed tools", () => {
  const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: "object" }, ...more });
  const read = (listed: readonly unknown[], mayWrap = false) => {
    const warnings: string[] = [];
    const tools = mcpTools(listed, { source: "s", mostMs: null, mayWrap, hasHeaders: true }, (message) =>
      warnings.push(message),
    );
    return { tools, warnings };
  };

  test("characters outside the rule become underscores, one each", () => {
    expect([safeName("a/b c"), safeName("é😀"), safeName("a.b-c_d")]).toEqual(["a_b_c", "__", "a.b-c_d"]);
  });

  test("what cannot be offered is left out with a warning, and the rest is offered", () => {
    const { tools, warnings } = read([
      tool("ok"),
      tool(""),
      tool("x".repeat(129)),
      tool("a/b"),
      tool("a b"),
      tool("array", { inputSchema: { type: "array" } }),
      tool("broken", { outputSchema: { type: 7 } }),
      { name: "none" },
      null,
    ]);
    expect(tools.map(({ spec }) => spec.name)).toEqual(["ok", "a_b"]);
    expect(warnings).toHaveLength(7);
  });

  test("only hints of the server make a tool repeatable", () => {
    const { tools } = read([
      tool("a"),
      tool("b", { annotations: { idempotentHint: true } }),
      tool("c", { annotations: { readOnlyHint: true } }),
      tool("d", { annotations: { readOnlyHint: "yes" } }),
    ]);
    expect(tools.map(({ spec }) => spec.idempotent)).toEqual([false, true, true, false]);
  });

  test("the form in which the older revision wraps a schema is unwrapped there only", () => {
    const inner = { type: "array", items: { type: "integer" } };
    const wrapped = { type: "object", properties: { result: inner }, required: ["result"] };
    const own = { ...wrapped, additionalProperties: false };
    const schemas = (mayWrap: boolean) =>
      read([tool("a", { outputSchema: wrapped }), tool("b", { outputSchema: own })], mayWrap).tools.map(
        ({ spec }) => spec.outputSchema,
      );
    expect(schemas(true)).toEqual([inner, own]);
    expect(schemas(false)).toEqual([wrapped, own]);
  });
});

import { expect, test } from "vitest";
import { indented } from "../../model/json-tokens.js";
import type { ToolSpec } from "../../model/spec.js";
import { spec } from "../../model/spec.test-support.js";
import { withDigest } from "../../model/spec-digest.js";
import { changesIn } from "./compare.js";
import { eventGoldens, toolGoldens } from "./goldens.js";

function tool(name: string, type: string): ToolSpec {
  const inputSchema = { type: "object", properties: { city: { type } } };
  return withDigest(spec(name, { description: "Tells the weather.", inputSchema, source: "weather" }));
}

const tools = (specs: readonly ToolSpec[]) => toolGoldens(specs).get("tools.json") ?? "";

test("the same tools have the same golden, and a changed one says where", () => {
  const was = tools([tool("get", "string"), tool("old", "string")]);
  expect(changesIn("tools.json", was, tools([tool("get", "string"), tool("old", "string")]))).toEqual([]);
  const lines = changesIn("tools.json", was, tools([tool("get", "integer"), tool("new", "string")]));
  expect(lines[0]).toBe('tools.json/weather.get/input_schema/properties/city/type: "string" -> "integer"');
  expect(lines[1]).toMatch(/^tools.json\/weather.get\/digest: "\w+" -> "\w+"$/);
  expect(lines[2]).toBe("tools.json/weather.old: is gone");
  expect(lines[3]).toMatch(/^tools.json\/weather.new: is new: \{"name":"new".*…$/);
  expect(lines).toHaveLength(4);
});

test("a golden that is not there, is no JSON or was laid out by hand is told", () => {
  expect(changesIn("a.json", null, "{}\n")).toEqual(["a.json: there is no golden of it"]);
  expect(changesIn("a.json", "{", "{}\n")[0]).toMatch(/^a.json: the golden /);
  expect(changesIn("a.json", "{ }\n", "{}\n")).toEqual(["a.json: the golden was written in another way"]);
  expect(changesIn("a.json", "[1]", "[1.0]")).toEqual(["a.json/0: 1 -> 1.0"]);
});

test("an event stands in every dialect, its numbers as they were, and what cannot cross says so", () => {
  const event = '{"id":"e","type":"mine","attributes":{"n":1.0,"big":9007199254740993}}';
  const text = eventGoldens(event, "canonical").get("events.json") ?? "";
  expect(Object.keys(JSON.parse(text)[0])).toHaveLength(5);
  expect(text.match(/"n": 1\.0/g)).toHaveLength(5);
  expect(text.match(/9007199254740993/g)).toHaveLength(5);
  expect(() => eventGoldens('{"id":7}', "canonical")).toThrow("id and type");
});

test("indented JSON has its tokens as they were", () => {
  expect(indented('{"a":[1.0,{},[],"x:,{ \\" y"],"b":{"c":null}}')).toBe(
    '{\n  "a": [\n    1.0,\n    {},\n    [],\n    "x:,{ \\" y"\n  ],\n  "b": {\n    "c": null\n  }\n}\n',
  );
});

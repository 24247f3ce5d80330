import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eventFromJson, typedEvent } from "../model/events/event.js";
import { readJsonExact } from "../model/read-json-exact.js";
import { isSame } from "./difference.js";
import { DIALECT_NAMES, translate } from "./translate.js";

const JAVA = "flink-agents-0.3/java";
const PYTHON = "flink-agents-0.3/python";
const snapshots = new URL("../../bridge-tests/snapshots/flink-agents/", import.meta.url);
const files = ["java", "python"].flatMap((language) =>
  readdirSync(new URL(language, snapshots)).map((file): [string, string] => [language, file]),
);

function value(text: string): unknown {
  const read = readJsonExact(text);
  return read.ok ? read.value : undefined;
}

function event(type: string, attributes: string, more = ""): string {
  return `{"id":"00000000-0000-0000-0000-000000000001","type":"${type}","attributes":${attributes}${more}}`;
}

describe.each(files)("%s/%s", (language, file) => {
  const text = readFileSync(new URL(`${language}/${file}`, snapshots), "utf8");
  test.each(DIALECT_NAMES)("to %s and back loses nothing", (to) => {
    const from = `flink-agents-0.3/${language}`;
    const back = translate(translate(text, from, to), to, from);
    const { attributes, ...rest } = value(back) as { attributes: Record<string, unknown> };
    const { _toolspan: _, ...own } = attributes;
    expect(isSame({ ...rest, attributes: own }, value(text))).toBe(true);
  });
});

test.each(files)("%s/%s is a typed event once it is canonical", (language, file) => {
  const text = readFileSync(new URL(`${language}/${file}`, snapshots), "utf8");
  const event = eventFromJson(translate(text, `flink-agents-0.3/${language}`, "canonical"));
  expect(`${typedEvent(event).kind}_event.json`).toBe(/generic|only_subclass/.test(file) ? "custom_event.json" : file);
});

test.each(["null", '{"temperature":20}', "[1,{}]", "9223372036854775807", "1.0", '{"success":false,"error":"no"}'])(
  "the raw Python result %s reaches Java in an envelope and comes back",
  (raw) => {
    const text = event("_tool_response_event", `{"responses":{"a":${raw}},"success":{"a":true},"error":{}}`);
    const java = translate(text, PYTHON, JAVA);
    expect(java).toContain(`"a":{"result":${raw},"success":true,"error":null,"execution_time_ms":0,"tool_name":null}`);
    expect(translate(java, JAVA, PYTHON)).toContain(`"a":${raw}}`);
  },
);

test("a Java failure is its text in Python", () => {
  const failed = '{"result":null,"success":false,"error":"no","execution_time_ms":3,"tool_name":"t"}';
  const text = event("_tool_response_event", `{"responses":{"a":${failed}},"success":{"a":false},"error":{"a":"no"}}`);
  const python = translate(text, JAVA, PYTHON);
  expect(python).toContain('"responses":{"a":"no"}');
  expect(translate(python, PYTHON, JAVA)).toContain(failed);
});

test("the link of a tool message is spelled as each language spells it", () => {
  const message = '{"role":"tool","content":"x","tool_calls":[],"extra_args":{"externalId":"toolu_1"}}';
  const python = translate(event("_chat_request_event", `{"model":"m","messages":[${message}]}`), JAVA, PYTHON);
  expect(python).toContain('"extra_args":{"external_id":"toolu_1"}');
});

test("reasoning and order survive 0.3 in extra_args._toolspan", () => {
  const message =
    '{"role":"assistant","blocks":[{"type":"reasoning","text":"r","metadata":{"s":1.0}},{"type":"tool_call","call_id":"c","name":"f","input":{},"metadata":{"m":null}},{"type":"text","text":"after"}],"metadata":{}}';
  const text = event(
    "_chat_request_event",
    `{"model":"m","messages":[${message}],"prompt_args":{},"output_schema":null}`,
  );
  const java = translate(text, "canonical", JAVA);
  expect(java).toContain('"_toolspan":[');
  expect(translate(java, JAVA, "canonical")).toContain(message);
});

test.each([
  ["media", '{"messages":[{"role":"user","blocks":[{"type":"image"}],"metadata":{}}]}', /image block/],
  ["a row-type schema", '{"messages":[],"output_schema":{"fieldNames":["a"]}}', /row-type output_schema/],
])("%s does not cross", (_, attributes, message) => {
  expect(() => translate(event("_chat_request_event", attributes), "canonical", PYTHON)).toThrow(message);
});

test("media of a tool response does not cross to 0.3", () => {
  const responses = '{"a":{"result":null,"error":null,"success":true,"blocks":[{"type":"audio"}]}}';
  const text = event("_tool_response_event", `{"responses":${responses}}`);
  expect(() => translate(text, "canonical", JAVA)).toThrow(/audio block of the response to a/);
});

test("unknown top-level fields stay out of the way of Java's closed reader and come back", () => {
  const text = event("_x", '{"f":1.0,"n":null,"__proto__":1}', ',"attachments":{},"later":[1]');
  const java = translate(text, PYTHON, JAVA);
  expect(Object.keys(value(java) as object)).toEqual(["id", "attributes", "type"]);
  expect(isSame(value(translate(java, JAVA, PYTHON)), value(text))).toBe(true);
});

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { levelOf } from "./levels.js";
import { EventLogFile, type EventLogOptions } from "./log-file.js";
import { logReport } from "./log-metrics.js";
import type { Told } from "./log-record.js";
import { DEFAULT_BOUNDS } from "./truncate.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "log-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const told = (type: string, attributes: Record<string, unknown> = {}): Told => ({
  at: new Date("2026-01-02T03:04:05.060Z"),
  event: { id: "e", type, attributes, upstreamEventId: "u", upstreamActionName: "a", extra: { attachments: {} } },
  trace: null,
});

function log(more: Partial<EventLogOptions> = {}) {
  const said: string[] = [];
  const say = (level: string) => (_: object, message: string) => void said.push(`${level}: ${message.slice(0, 33)}`);
  const registry = new Registry();
  const options = {
    file: join(folder, "e.jsonl"),
    level: "STANDARD",
    types: {},
    bounds: DEFAULT_BOUNDS,
    ...more,
  } as const;
  const file = new EventLogFile(options, logReport(registry, { warn: say("warn"), debug: say("debug") }));
  return { file, registry, said, lines: () => readFileSync(options.file, "utf8").trimEnd().split("\n") };
}

describe("EventLogFile", () => {
  test("one line an event, in the order of the reference", async () => {
    const { file, lines } = log();
    file.tell(told("mine", { a: 1.5 }));
    file.tell({
      ...told("_execution_failed_event", { status: "failed", problemCategory: "tool_call_failed", errorType: "E" }),
      trace: {
        id: "x",
        parentId: "p",
        inputRunId: "r",
        entityType: "tool",
        entityName: "t",
        entityMetadata: { toolCallId: "c" },
      },
    });
    await file.close();
    const at = '{"timestamp":"2026-01-02T03:04:05.060Z","logLevel":"STANDARD"';
    const upstream = '"upstreamEventId":"u","upstreamActionName":"a"';
    expect(lines()).toEqual([
      `${at},"eventId":"e","eventType":"mine",${upstream},"eventAttributes":{"a":1.5}}`,
      `${at},"inputRunId":"r","executionId":"x","parentExecutionId":"p","entityType":"tool","entityName":"t",` +
        `"entityMetadata":{"toolCallId":"c"},"eventId":"e","eventType":"_execution_failed_event",${upstream},` +
        '"status":"failed","problemCategory":"tool_call_failed","eventAttributes":{"errorType":"E"}}',
    ]);
  });

  test("STANDARD cuts and counts, VERBOSE does not, OFF is silent; media data is shown by none", async () => {
    const image = { type: "image", media_type: "image/png", source: { type: "base64", data: "AAAA" } };
    const attributes = { text: "x".repeat(2001), image };
    const { file, lines, registry } = log({ types: { loud: "VERBOSE", quiet: "OFF" } });
    for (const type of ["usual", "loud", "quiet", "quiet.child"]) file.tell(told(type, attributes));
    await file.close();
    const [usual, loud, ...others] = lines().map((line) => JSON.parse(line));
    expect(usual.eventAttributes.text.omittedChars).toBe(1);
    expect(loud).toMatchObject({ logLevel: "VERBOSE", eventAttributes: { text: attributes.text } });
    expect(others).toEqual([]);
    expect(lines().join()).not.toContain("AAAA");
    expect(await registry.metrics()).toContain("eventLogTruncatedEvents 1");
  });

  test("what cannot be written is counted, and said loudly once", async () => {
    const { file, said, registry } = log({ file: join(folder, "none", "e.jsonl") });
    file.tell(told("a"));
    await file.close();
    file.tell(told("b"));
    file.tell(told("c", { x: Number.NaN }));
    await file.close();
    expect(said[0]).toBe("warn: the event log could not be writte");
    expect(said.slice(1)).toEqual(Array(2).fill("debug: the event log could not be writte"));
    expect(await registry.metrics()).toContain("eventLogWriteFailures 3");
  });
});

test("levels: exact, then dotted parents, then the default", () => {
  const levels = { level: "STANDARD", types: { "a.b": "VERBOSE", a: "OFF", "a.b.c": "STANDARD" } } as const;
  const found = ["a", "a.x", "a.b", "a.b.y.z", "a.b.c", "ab", "__proto__"].map((type) => levelOf(levels, type));
  expect(found).toEqual(["OFF", "OFF", "VERBOSE", "VERBOSE", "STANDARD", "STANDARD", "STANDARD"]);
});

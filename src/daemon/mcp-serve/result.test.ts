import { describe, expect, it } from "vitest";
import { fault } from "../../model/fault.js";
import { payload } from "../../model/payload.js";
import { ToolResponse } from "../../model/response.js";
import type { ToolSpec } from "../../model/spec.js";
import { catalogOf } from "./catalog.js";
import { asIs, raw, readMessage, restoreMessage } from "./exact.js";
import { rising } from "./progress.js";
import { FAULT_KEY, RESULT_KEY, resultOf } from "./result.js";

const sent = (value: unknown): string => restoreMessage(JSON.stringify(value));

describe("a response as a result", () => {
  it("shows an object as structured content, every digit and key of it", () => {
    const json = '{"n":9007199254740993,"f":1.0,"__proto__":1}';
    const result = resultOf(ToolResponse.success(payload(json)), false);
    expect(sent(result)).toContain(`"structuredContent":${json}`);
  });

  it("shows what is no object only where a schema was declared", () => {
    expect(resultOf(ToolResponse.success(3), false)).toEqual({ content: [{ type: "text", text: "3" }] });
    expect(sent(resultOf(ToolResponse.success(null), true))).toContain('"structuredContent":null');
  });

  it("keeps the fault apart from structured content, which clients hold against the schema", () => {
    const failed = { ...ToolResponse.error("no", { result: { a: 1 } }), fault: fault("tool_error", "no") };
    const result = resultOf(failed, true);
    expect(result).toMatchObject({ isError: true, content: [{ type: "text", text: "no" }] });
    expect(result).not.toHaveProperty("structuredContent");
    const meta = JSON.parse(sent(result))._meta;
    expect(meta[FAULT_KEY]).toMatchObject({ kind: "tool_error", message: "no", retryable: false });
    expect(meta[RESULT_KEY]).toEqual({ a: 1 });
  });

  it("has a kind of content for every block", () => {
    const data = Buffer.from("text").toString("base64");
    const source = { type: "base64", data } as const;
    const response = ToolResponse.success(null, {
      blocks: [
        { type: "image", mediaType: "image/png", source },
        { type: "audio", mediaType: "audio/wav", source },
        { type: "document", mediaType: "text/plain", source, name: "a b.txt" },
        { type: "document", mediaType: "application/pdf", source },
        { type: "video", mediaType: "video/mp4", source: { type: "url", url: "https://x.example/v" } },
      ],
    });
    expect(resultOf(response, false).content).toEqual([
      { type: "image", data, mimeType: "image/png" },
      { type: "audio", data, mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "toolspan:block/2/a%20b.txt", mimeType: "text/plain", text: "text" } },
      { type: "resource", resource: { uri: "toolspan:block/3/document", mimeType: "application/pdf", blob: data } },
      { type: "resource_link", uri: "https://x.example/v", name: "video", mimeType: "video/mp4" },
    ]);
  });

  it("puts what a model reads before media that say nothing of the result", () => {
    const source = { type: "base64", data: "AAAA" } as const;
    const blocks = [{ type: "image", mediaType: "image/png", source }] as const;
    const { content } = resultOf(ToolResponse.success({ n: 1 }, { blocks }), false);
    expect(content.map(({ type }) => type)).toEqual(["text", "image"]);
  });

  it("shows bytes of an image as the image", () => {
    const result = resultOf(ToolResponse.success(payload(new Uint8Array([1, 2, 3]), "image/png")), false);
    expect(result).toEqual({ content: [{ type: "image", data: "AQID", mimeType: "image/png" }] });
  });
});

describe("a message", () => {
  it("keeps the arguments of a call unread", () => {
    const args = '{"__proto__":{"x":1.0},"n":123456789012345678901,"s":"\\u0000raw"}';
    const message = readMessage(`{"id":1.0,"method":"tools/call","params":{"name":"x","arguments":${args}}}`);
    expect(sent(message)).toBe(`{"id":1.0,"method":"tools/call","params":{"name":"x","arguments":${args}}}`);
  });

  it("carries text that looks like a mark of its own", () => {
    for (const text of ["\u0000", "\u00001", "\u0000\u0000", '{"\u0000raw":"1"}', 'x{"']) {
      expect(JSON.parse(sent({ text: asIs(text), after: raw('"}"'), one: 1 }))).toEqual({ text, after: "}", one: 1 });
    }
  });
});

describe("progress", () => {
  it("always grows", () => {
    const rise = rising();
    const told = [
      { message: "a" },
      { fraction: 0.5 },
      { fraction: 0.5 },
      { fraction: 0.2, message: "b" },
      { fraction: 1 },
    ];
    const shown = told.map(rise);
    expect(shown.map((one) => one?.message)).toEqual(["a", undefined, undefined, "b", undefined]);
    const values = shown.flatMap((one) => one?.progress ?? []);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    expect(shown[2]).toBeUndefined();
  });
});

describe("names", () => {
  const spec = (source: string, name: string): ToolSpec => ({
    ...{ source, name, description: "", inputSchema: {}, injectedSchema: null, outputSchema: null, type: "function" },
    ...{ timeout: null, idempotent: false, digest: "" },
  });

  it("are bare while they are unique and full where they are not", () => {
    const catalog = catalogOf([spec("a", "one"), spec("a", "two"), spec("b", "two"), spec("c", "a.one")]);
    expect(catalog.tools.map(({ name }) => name)).toEqual(["one", "a.two", "b.two", "c.a.one"]);
    expect(catalog.find("a.one")?.spec.source).toBe("a");
    expect(catalog.find("b.two")?.calledAs).toBe("b.two");
    expect(catalog.find("two")).toBeUndefined();
  });

  it("are never longer than MCP allows, and differ still", () => {
    const long = "x".repeat(128);
    const names = catalogOf([spec("a", long), spec("b", long)]).tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
  });
});

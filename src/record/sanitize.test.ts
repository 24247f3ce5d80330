import { describe, expect, test } from "vitest";
import { safeUrl } from "./safe-url.js";
import { sanitize } from "./sanitize.js";

const DATA = "/wCA+w==";
const clean = (value: unknown) => sanitize({ value })["value"];
const image = { type: "image", media_type: "image/png", source: { type: "base64", data: DATA } };
const shown = { type: "image", media_type: "image/png", size_bytes: 4, source: { type: "base64" } };

describe("sanitize", () => {
  test("media loses its data and keeps what describes it", () => {
    expect(clean(image)).toEqual(shown);
    const all = { ...image, name: "a.png", size_bytes: 9, sha256: "ab" };
    expect(clean(all)).toEqual({ ...shown, name: "a.png", size_bytes: 9, sha256: "ab" });
    expect(clean({ ...image, name: null, size_bytes: null })).toEqual(shown);
  });

  test("a URL source keeps scheme, host, port and path", () => {
    const video = {
      type: "video",
      media_type: "video/mp4",
      source: { type: "url", url: "https://u:p@h:8443/a?k=1#f" },
    };
    expect(clean(video)).toEqual({ ...video, source: { type: "url", url: "https://h:8443/a" } });
  });

  test("media is found in messages, results, responses and tool results within them", () => {
    const result = { type: "tool_result", call_id: "c", blocks: [image], is_error: false, metadata: { image } };
    const message = { role: "tool", blocks: [result], metadata: { image } };
    expect(clean([message])).toEqual([{ ...message, blocks: [{ ...result, blocks: [shown] }] }]);
    expect(clean({ c: { result: null, blocks: [image] } })).toEqual({ c: { result: null, blocks: [shown] } });
  });

  test("text, reasoning, tool input and metadata stay", () => {
    const blocks = [
      { type: "text", text: "https://u:p@h/?k=1" },
      { type: "reasoning", text: "hm", metadata: { signature: DATA, image } },
      { type: "tool_call", call_id: "c", name: "n", input: { image }, metadata: { image } },
      { id: "c", type: "function", function: { name: "n", arguments: { image } } },
      { id: "c", name: "n", arguments: { image } },
    ];
    expect(clean(blocks)).toEqual(blocks);
  });

  test("bytes as a whole result, and their text to a model, lose their data", () => {
    const inline = { media_type: "application/octet-stream", base64: DATA };
    const size = { media_type: "application/octet-stream", size_bytes: 4 };
    expect(clean({ result: inline })).toEqual({ result: size });
    expect(clean({ type: "text", text: JSON.stringify(inline) })).toEqual({ type: "text", text: JSON.stringify(size) });
  });

  test("content of MCP loses its data and the secrets of its URIs", () => {
    expect(clean({ type: "image", data: DATA, mimeType: "image/png" })).toEqual({
      type: "image",
      mimeType: "image/png",
      size_bytes: 4,
    });
    const resource = { uri: "https://h/a?k=1", mimeType: "x/y", blob: DATA };
    expect(clean({ type: "resource", resource })).toEqual({
      type: "resource",
      resource: { uri: "https://h/a", mimeType: "x/y", size_bytes: 4 },
    });
  });

  test("a data URL is no place to hide", () => {
    expect(clean({ icon: `data:image/png;base64,${DATA}` })).toEqual({ icon: "data:<redacted>" });
  });

  test("hides each of data URLs that are joined without a space", () => {
    const url = `data:image/png;charset=x;base64,${DATA}`;
    expect(clean({ text: `see ${url}${url}` })).toEqual({ text: "see data:<redacted>data:<redacted>" });
  });
});

describe("safeUrl", () => {
  test.each([
    ["https://user:pass@host:8443/p/a?token=1#f", "https://host:8443/p/a"],
    ["https://host?x=1", "https://host"],
    ["https://[::1]:80/é?x", "https://[::1]:80/é"],
    ["https://a@b@host/", "https://host/"],
    ["file:///etc/x", "file:///etc/x"],
    ["data:image/png;base64,AAAA", "data:<redacted>"],
    ["mailto:a@b.c", "mailto:<redacted>"],
    ["no url", "<unparseable-url>"],
    ["host/path", "<unparseable-url>"],
    ["https:\\\\u:p@host", "<unparseable-url>"],
    ["", "<unparseable-url>"],
  ])("%s", (url, safe) => {
    expect(safeUrl(url)).toBe(safe);
  });
});

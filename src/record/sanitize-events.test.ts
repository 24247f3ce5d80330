import fc from "fast-check";
import { expect, test } from "vitest";
import { DIALECT_NAMES, readEvent, translate } from "../dialects/translate.js";
import type { JsonMap } from "../model/block.js";
import { CannotCrossError } from "../model/cannot-cross.js";
import type { Event } from "../model/event.js";
import type { Listener } from "./audience.js";
import { Follower } from "./follower.js";
import { LOG_LEVELS, type LogLevel } from "./levels.js";
import { logLine } from "./log-record.js";
import { DEFAULT_BOUNDS } from "./truncate.js";

// Events of every kind with media anywhere (C7.6). Whatever must be hidden has SECRET in it, whatever must stay has KEEP and a number.

const SECRET = "S3CRET";
let kept = 0;
const keep = (): string => `KEEP${kept++}.`;

const base64 = fc.constantFrom(`${SECRET}//////////`, `AAAAAAAAAA${SECRET}/+w==`, `${SECRET.repeat(700)}=`);
const url = fc
  .constantFrom(
    ["https://", `u:${SECRET}@`, "h:8443/a", `?sig=${SECRET}`, `#${SECRET}`],
    ["https://", `${SECRET}@`, "h/b", "", `#${SECRET}`],
    ["s3://", "", "h/c", `?k=${SECRET}&x=1`, ""],
    ["data:", "image/png;base64,", "", SECRET, ""],
    ["data:", "text/plain,", "", SECRET, ""],
    ["mailto:", SECRET, "@h", "", ""],
    ["no url ", SECRET, "", "", ""],
  )
  .map((parts) => parts.join(""));
const source = fc.oneof(
  base64.map((data) => ({ type: "base64", data })),
  url.map((one) => ({ type: "url", url: one })),
);
const mediaType = fc.constantFrom("image/png", "application/pdf");
const media = fc.record(
  {
    type: fc.constantFrom("image", "audio", "video", "document"),
    media_type: mediaType,
    source,
    name: fc.constant("a.png"),
    size_bytes: fc.constant(4),
  },
  { requiredKeys: ["type", "media_type", "source"] },
);
const mcp = fc.oneof(
  fc.record({ type: fc.constantFrom("image", "audio"), data: base64, mimeType: mediaType }),
  fc.record({ type: fc.constantFrom("image", "audio"), data: base64 }),
  fc.record({ type: fc.constant("resource"), resource: fc.record({ uri: url, mimeType: mediaType, blob: base64 }) }),
  fc.record({ type: fc.constant("resource"), resource: fc.record({ mimeType: mediaType, blob: base64 }) }),
  fc.record({
    type: fc.constant("resource_link"),
    uri: url,
    icons: fc.array(fc.record({ src: url }), { maxLength: 2 }),
  }),
);
const inline = fc.oneof(fc.record({ media_type: mediaType, base64 }), fc.record({ base64, media_type: mediaType }));
const looksLikeMedia = fc.oneof(
  fc.record({ inline_data: fc.record({ mime_type: mediaType, data: base64 }) }),
  fc.record({ type: fc.constant("file"), source }),
  fc.record({ type: fc.constant("text"), text: fc.constant("t"), more: media }),
  fc.record({ type: fc.constant("tool_call"), name: fc.constant("n"), more: media }),
  fc.record({ name: fc.constant("n"), arguments: fc.constant({}), more: media }),
  fc.record({ type: fc.constant("reasoning"), text: fc.constant("r"), more: media }),
);
const hidden = fc.oneof(media, mcp, inline, looksLikeMedia);
const json = hidden.map((value) => JSON.stringify(value));
const text = fc.oneof(
  fc.constant(null).map(() => keep()),
  json,
  hidden.map((value) => JSON.stringify(JSON.stringify([value]))),
  hidden.map((value) => JSON.stringify({ within: JSON.stringify(value) }, null, 2)),
  json.map((one) => `Tool failed:\n${one}`),
  base64.map((data) => `{"type":"image","data":"${data}`),
  base64.map((data) => `data:image/png;charset=x;base64,${data}`),
  base64.map((data) => `![a](data:image/png;base64,${data}) and more`),
);
const metadata = fc.oneof(
  fc.constant({}),
  fc.constant(null).map(() => ({ signature: keep(), source: { type: "image", media_type: keep() } })),
);
const result = fc.oneof(
  hidden,
  text,
  fc.array(hidden, { maxLength: 3 }),
  fc.record({ deep: fc.record({ list: fc.tuple(fc.constant(1), hidden) }) }),
  fc.constantFrom(null, true, 42, "x"),
);
const textBlock = text.map((one) => ({ type: "text", text: one }));
const content = fc.array(fc.oneof(textBlock, media), { maxLength: 3 });
const call = fc.record({
  type: fc.constant("tool_call"),
  name: fc.constant("n"),
  call_id: fc.constantFrom("call_a", "call_b"),
  metadata,
  input: fc.constant(null).map(() => ({ q: keep(), image: { type: "image", media_type: keep() } })),
});
const reasoning = fc.record({
  type: fc.constant("reasoning"),
  text: fc.constant(null).map(() => keep()),
  metadata,
});
const message = fc.oneof(
  fc.record({ role: fc.constant("user"), blocks: content, metadata }),
  fc.record({
    role: fc.constant("assistant"),
    blocks: fc.array(fc.oneof(textBlock, media, reasoning, call), { maxLength: 3 }),
    metadata,
  }),
  fc.record({
    role: fc.constant("tool"),
    blocks: fc.tuple(
      fc.record({
        type: fc.constant("tool_result"),
        call_id: fc.constant("call_a"),
        blocks: content,
        is_error: fc.boolean(),
        metadata,
      }),
    ),
    metadata,
  }),
);
const response = fc.oneof(
  fc.record({
    result,
    success: fc.constant(true),
    error: fc.constant(null),
    execution_time_ms: fc.constant(1),
    tool_name: fc.constant("n"),
    blocks: content,
  }),
  fc.record({
    result,
    success: fc.constant(false),
    error: text,
    execution_time_ms: fc.constant(1),
    tool_name: fc.constant("n"),
    blocks: content,
  }),
);

const kinds: readonly (readonly [string, fc.Arbitrary<object>])[] = [
  ["_input_event", fc.record({ input: result })],
  ["_output_event", fc.record({ output: fc.oneof(result, message) })],
  [
    "_chat_request_event",
    fc.record({
      model: fc.constant("m"),
      messages: fc.array(message, { maxLength: 4 }),
      prompt_args: fc.record({ picture: text }),
      output_schema: fc.constant(null),
    }),
  ],
  [
    "_chat_response_event",
    fc.record({
      request_id: fc.constant("00000000-0000-0000-0000-000000000002"),
      status: fc.constant("SUCCESS"),
      response: fc.record({
        message,
        model: fc.constant("m"),
        response_id: fc.constant(null),
        usage: fc.constant(null),
        finish_reason: fc.constant("stop"),
        metadata,
      }),
      error: fc.constant(null),
      retry_count: fc.constant(0),
      total_retry_wait_sec: fc.constant(0),
    }),
  ],
  ["_tool_request_event", fc.record({ model: fc.constant("m"), tool_calls: fc.array(call, { maxLength: 3 }) })],
  [
    "_tool_response_event",
    response.chain((one) =>
      fc.constant({
        request_id: "00000000-0000-0000-0000-000000000002",
        responses: { call_a: one },
        success: { call_a: one.success },
        error: one.success ? {} : { call_a: one.error },
        external_ids: { call_a: null },
        timestamp: 1,
      }),
    ),
  ],
  ["_context_retrieval_request_event", fc.record({ query: text, vector_store: fc.constant("v") })],
  [
    "_context_retrieval_response_event",
    fc.record({ documents: fc.array(fc.record({ content: text, metadata: fc.constant({}), more: hidden })) }),
  ],
  ["_short_term_write_event", fc.record({ path: fc.constant("p"), value: result })],
  ["_execution_failed_event", fc.record({ status: fc.constant("failed"), errorMessage: text })],
  ["my.event", fc.dictionary(fc.constantFrom("a", "__proto__", ""), fc.oneof(result, message, response))],
];
const event = fc
  .oneof(...kinds.map(([type, attributes]) => attributes.map((one) => ({ type, attributes: one as JsonMap }))))
  .map((one) => ({ id: "00000000-0000-0000-0000-000000000001", ...one }));

function inDialect(text: string, dialect: string): string | null {
  try {
    return translate(text, "canonical", dialect);
  } catch (error) {
    if (error instanceof CannotCrossError) return null;
    throw error;
  }
}

// As its own document has it, which is what a log of that runtime's events would get.
function asWritten(text: string): Event {
  const { id, type, attributes } = JSON.parse(text) as { id: string; type: string; attributes: JsonMap };
  return { id, type, attributes, upstreamEventId: null, upstreamActionName: null, extra: {} };
}

function lineOf(event: Event, level: Exclude<LogLevel, "OFF">, bounds = DEFAULT_BOUNDS): string {
  return logLine({ at: new Date(0), event, trace: null }, level, bounds).text;
}

const UNBOUNDED = { maxStringLength: 0, maxArrayElements: 0, maxDepth: 0 };

async function shownAt(level: LogLevel, event: Event): Promise<readonly string[]> {
  const shown: string[] = [];
  const following = { level, types: {}, only: new Set<string>(), bounds: DEFAULT_BOUNDS };
  const follower: Listener = new Follower(following, (lines) => shown.push(...lines) > 0);
  follower.tell({ at: new Date(0), event, trace: null });
  await new Promise((resolve) => setImmediate(resolve));
  return shown;
}

test.each(DIALECT_NAMES)(
  "no line of an event of %s shows media or a secret of its URL, and all else stays",
  async (dialect) => {
    await fc.assert(
      fc.asyncProperty(event, async (one) => {
        const text = inDialect(JSON.stringify(one), dialect);
        if (text === null) return;
        for (const told of [readEvent(text, dialect), asWritten(text)]) {
          const before = JSON.stringify(told.attributes, numbersAsText);
          for (const level of LOG_LEVELS) {
            const lines = await shownAt(level, told);
            expect(lines).toHaveLength(level === "OFF" ? 0 : 1);
            expect(lines.join()).not.toContain(SECRET);
          }
          for (const level of ["STANDARD", "VERBOSE"] as const) {
            const line = lineOf(told, level, UNBOUNDED);
            expect(line).not.toContain(SECRET);
            const expected = new Set(before.match(/KEEP\d+\./g));
            expect(new Set(line.match(/KEEP\d+\./g))).toEqual(expected);
          }
          expect(JSON.stringify(told.attributes, numbersAsText)).toBe(before);
        }
      }),
      { numRuns: 300 },
    );
  },
  60_000,
);

function numbersAsText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

import { describe, expect, test } from "vitest";
import { eventLine } from "./event-line.js";

const line = (fields: object): string => JSON.stringify({ timestamp: "2026-01-02T03:04:05.060Z", ...fields });
const tool = { entityType: "tool", entityName: "weather" };

describe("eventLine", () => {
  test.each([
    [{ eventType: "_execution_started_event", ...tool }, "03:04:05.060 started   tool weather"],
    [{ eventType: "_execution_finished_event", ...tool }, "03:04:05.060 finished  tool weather"],
    [
      { eventType: "_execution_failed_event", ...tool, eventAttributes: { errorType: "E", errorMessage: "a\nb" } },
      "03:04:05.060 failed    tool weather: E: a b",
    ],
    [
      {
        eventType: "_tool_request_event",
        eventAttributes: { tool_calls: [{ name: "weather", input: { city: "Oslo" }, call_id: "c" }] },
      },
      '03:04:05.060 request   weather {"city":"Oslo"} (c)',
    ],
    [
      {
        eventType: "_tool_response_event",
        eventAttributes: { responses: { c: { result: 4, execution_time_ms: 2 } }, success: { c: true }, error: {} },
      },
      "03:04:05.060 response  4 in 2 ms (c)",
    ],
    [{ eventType: "mine", eventAttributes: { a: 1 } }, '03:04:05.060 event     mine {"a":1}'],
  ])("%j", (fields, shown) => {
    expect(eventLine(line(fields), false)).toBe(shown);
  });

  test("colours are for terminals", () => {
    expect(eventLine(line({ eventType: "_execution_failed_event", ...tool }), true)).toContain("\u001b[31mfailed");
  });

  test("what is no record is shown as an event, and a long one is cut", () => {
    expect(eventLine("{broken", false)).toContain("event");
    const long = line({ eventType: "mine", eventAttributes: { a: "x".repeat(1000) } });
    expect(eventLine(long, false).length).toBeLessThan(200);
  });
});

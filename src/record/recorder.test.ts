import { Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import type { ToolCall } from "../model/call.js";
import { typedEvent } from "../model/events/event.js";
import { fault } from "../model/fault.js";
import { normalise } from "../model/normalise.js";
import { raised, returned } from "../model/outcome.js";
import { type Payload, payload } from "../model/payload.js";
import { ToolResponse } from "../model/response.js";
import type { ToolSpec } from "../model/spec.js";
import { Audience } from "./audience.js";
import type { Told } from "./log-record.js";
import { ToolMetrics } from "./metrics.js";
import { type Ended, Recorder } from "./recorder.js";

const spec = (more: Partial<ToolSpec> = {}): ToolSpec => ({
  name: "t",
  description: "",
  inputSchema: {},
  injectedSchema: null,
  outputSchema: null,
  type: "function",
  source: "s",
  timeout: null,
  idempotent: false,
  digest: "",
  ...more,
});
const call = (args: string | null, more: Partial<ToolCall> = {}): ToolCall => ({
  name: "t",
  args: args === null ? null : payload(args),
  timeoutMs: null,
  callId: "c1",
  specDigest: "",
  invocationKey: "",
  depth: 0,
  injected: null,
  traceparent: "",
  tracestate: "",
  ...more,
});
const success = (json: string) => normalise("t", returned(ToolResponse.success(payload(json))), 3);

function room() {
  const registry = new Registry();
  const audience = new Audience();
  const told: Told[] = [];
  const recorder = new Recorder({
    metrics: new ToolMetrics(registry),
    audience,
    failed: (error) => {
      throw error;
    },
  });
  return { registry, audience, told, recorder, listen: () => audience.add({ tell: (one) => void told.push(one) }) };
}

function play(given: ToolCall, of: ToolSpec | null, response: ReturnType<typeof success>, more: Partial<Ended> = {}) {
  const { recorder, told, registry, listen } = room();
  listen();
  const recording = recorder.begin(given, of, null);
  recorder.ended(given, response, { spec: of, recording, ...more });
  return { told, registry };
}

describe("Recorder", () => {
  test("a call is told as request, start, end and response, which belong together", () => {
    const { told } = play(call('{"n":1.0}'), spec(), success("9007199254740993"));
    expect(told.map(({ event }) => event.type)).toEqual([
      "_tool_request_event",
      "_execution_started_event",
      "_execution_finished_event",
      "_tool_response_event",
    ]);
    expect(told.map(({ event }) => typedEvent(event).kind)).toEqual([
      "tool_request",
      "execution",
      "execution",
      "tool_response",
    ]);
    const [request, started, finished, response] = told;
    expect(finished?.trace).toEqual(started?.trace);
    expect(started?.trace).toMatchObject({
      entityType: "tool",
      entityName: "t",
      entityMetadata: { toolRequestEventId: request?.event.id, toolCallId: "c1", toolType: "function" },
    });
    expect(response?.event.upstreamEventId).toBe(request?.event.id);
    expect(response?.event.attributes).toMatchObject({
      request_id: request?.event.id,
      responses: {
        c1: { result: 9007199254740993n, success: true, error: null, execution_time_ms: 3, tool_name: "t" },
      },
      success: { c1: true },
      error: {},
    });
  });

  test("a failure reads one way to the model and another to whoever looks for the reason", () => {
    const causes = [{ language: "java", type: "java.io.IOException", message: "no route" }];
    const reason = fault("exception", "boom", { language: "java", type: "IllegalStateException", causes });
    const { told } = play(call(null), spec(), normalise("t", raised(reason), 0));
    expect(told[2]?.event.attributes).toEqual({
      status: "failed",
      problemCategory: "tool_call_failed",
      errorType: "java.io.IOException",
      errorMessage: "no route",
    });
    expect(told[3]?.event.attributes).toMatchObject({
      responses: { c1: { success: false, error: "Tool t execute failed." } },
      success: { c1: false },
      error: { c1: "boom" },
    });
  });

  test("what the framework injects is told nowhere", () => {
    const { told } = play(call('{"city":"Oslo"}', { injected: payload('{"tenant":"secret"}') }), spec(), success("1"));
    expect(JSON.stringify(told)).toContain("Oslo");
    expect(JSON.stringify(told)).not.toMatch(/tenant|secret/);
  });

  test.each([
    ["", {}],
    ["null", {}],
    ['"{\\"a\\":1}"', { input: { a: 1 } }],
    ["{broken", { metadata: { unread_arguments: "{broken" } }],
    ["[1]", { metadata: { unread_arguments: "[1]" } }],
  ])("arguments %s are told as they were understood", (args, shown) => {
    const { told } = play(call(args), spec(), success("1"));
    expect(told[0]?.event.attributes["tool_calls"]).toEqual([
      { type: "tool_call", call_id: "c1", name: "t", input: {}, metadata: {}, ...shown },
    ]);
  });

  test("tools of MCP servers and skills say so", () => {
    const mcp = play(call(null), spec({ type: "mcp", source: "files" }), success("1"));
    expect(mcp.told[1]?.trace).toMatchObject({ entityMetadata: { toolType: "mcp", mcpServer: "files" } });
    const skill = play(call('{"name":"pdf"}'), spec({ name: "load_skill" }), success('"…"'));
    expect(skill.told[1]?.trace).toMatchObject({
      entityMetadata: { skillName: "pdf", skillResourcePath: "SKILL.md" },
    });
  });

  test("a call within a call has it as parent, and shares its run", () => {
    const { recorder, told, listen } = room();
    listen();
    const outer = recorder.begin(call(null), spec(), null);
    recorder.begin(call(null, { callId: "c2" }), spec(), outer);
    expect(told[3]?.trace).toMatchObject({
      parentId: outer?.execution.id,
      inputRunId: outer?.execution.inputRunId,
    });
    expect(told[2]?.event.upstreamEventId).toBe(outer?.requestId);
  });

  test("an answer of the journal is told as reused", () => {
    const { recorder, told, listen } = room();
    listen();
    recorder.ended(call(null), success("1"), { spec: spec(), recording: null, reused: true });
    expect(told.map(({ event }) => event.type)).toEqual(["_execution_reused_event", "_tool_response_event"]);
    expect(told[0]?.event.attributes).toEqual({ status: "reused" });
  });

  test("with nobody to tell, nothing is made", () => {
    const { recorder, audience, told, listen } = room();
    expect(recorder.begin(call("{}"), spec(), null)).toBeNull();
    listen()[Symbol.dispose]();
    expect(audience.isEmpty).toBe(true);
    recorder.ended(call("{}"), success("1"), { spec: spec(), recording: null });
    expect(told).toEqual([]);
  });

  test("metrics count by tool, server and skill, and unknown names as unknown", async () => {
    const { recorder, registry } = room();
    const failed = normalise<Payload | null>("t", raised(fault("timeout", "late")), 7);
    const end = (of: ToolSpec | null, response: ReturnType<typeof success>, args = "{}") =>
      recorder.ended(call(args), response, { spec: of, recording: null });
    end(spec(), success("1"));
    end(spec(), failed);
    end(spec({ type: "mcp", source: "files" }), failed);
    end(spec({ name: "load_skill" }), success("1"), '{"name":"pdf"}');
    end(spec({ name: "load_skill" }), failed, '{"name":"invented"}');
    end(null, failed);
    const text = await registry.metrics();
    for (const line of [
      'numOfToolCallsSucceeded{source="s",tool="t"} 1',
      'numOfToolCallsFailed{source="s",tool="t",kind="timeout"} 1',
      'numOfToolCallsFailed{source="unknown",tool="unknown",kind="timeout"} 1',
      'toolCallLatencyMs_sum{source="s",tool="t"} 10',
      'numOfMcpToolCallsFailed{mcp_server="files"} 1',
      'mcpToolCallLatencyMs_count{mcp_server="files"} 1',
      'numOfSkillLoads{skill="pdf"} 1',
      'numOfSkillLoads{skill="unknown"} 1',
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    expect(text).not.toContain("invented");
  });
});

import { describe, expect, test } from "vitest";
import type { ToolCall } from "../model/call.js";
import { fault } from "../model/fault.js";
import { DEFAULT_LIMITS } from "../model/limits.js";
import { raised, returned } from "../model/outcome.js";
import { payload } from "../model/payload.js";
import { ToolResponse } from "../model/response.js";
import type { ToolSpec } from "../model/spec.js";
import { spec } from "../model/spec.test-support.js";
import { Batch } from "./batch.js";
import { createInvoke, type Response } from "./invoke.js";
import { Registry } from "./registry.js";
import type { Job, Ran, Runner } from "./runner.js";
import { Stop } from "./stop.js";

const call = (name: string, more: Partial<ToolCall> = {}): ToolCall => ({
  name,
  args: null,
  timeoutMs: null,
  callId: "",
  specDigest: "",
  invocationKey: "",
  depth: 0,
  injected: null,
  traceparent: "",
  tracestate: "",
  ...more,
});
const runner = (run: (job: Job) => Promise<Ran> | Ran): Runner => ({ run: async (job) => run(job) });
const value = (json: string): Ran => ({ outcome: returned(ToolResponse.success(payload(json))), elapsedMs: 1 });

function hub(specs: ToolSpec[], run: (job: Job) => Promise<Ran> | Ran) {
  const registry = new Registry();
  const recorded: Response[] = [];
  registry.add(specs, runner(run));
  const invoke = createInvoke({
    registry,
    limits: DEFAULT_LIMITS,
    recorder: { begin: () => null, ended: (_, response) => recorded.push(response) },
  });
  return { registry, recorded, invoke };
}

describe("invoke", () => {
  test("each call is recorded once, with what the caller gets", async () => {
    const { invoke, recorded } = hub([spec("t")], () => value("1"));
    const response = await invoke(call("t"), { stop: new Stop() });
    expect(response).toMatchObject({ success: true, toolName: "t" });
    expect(recorded).toEqual([response]);
  });

  test("names: full, bare, ambiguous, unknown", async () => {
    const { registry, invoke } = hub([spec("t"), spec("u")], () => value("1"));
    registry.add(
      [spec("t", { source: "r" })],
      runner(() => value("2")),
    );
    const error = async (name: string) => (await invoke(call(name), { stop: new Stop() })).error;
    expect(await error("u")).toBeNull();
    expect(await error("r.t")).toBeNull();
    expect(await error("t")).toBe("Tool t does not exist. Candidates: r.t, s.t.");
    expect(await error("nope")).toBe("Tool nope does not exist.");
    expect(registry.list().map((s) => `${s.source}.${s.name}`)).toEqual(["r.t", "s.t", "s.u"]);
  });

  test("a withdrawn offer is gone, and watchers hear of it", () => {
    const registry = new Registry();
    let heard = 0;
    registry.onChange(() => heard++);
    registry
      .add(
        [spec("t")],
        runner(() => value("1")),
      )
      [Symbol.dispose]();
    expect([registry.list().length, heard, registry.find("t").ok]).toEqual([0, 2, false]);
  });

  test("a deadline ends a deaf tool at once, and its late result changes nothing", async () => {
    let aborted = false;
    let finish: (ran: Ran) => void = () => {};
    const { invoke, recorded } = hub([spec("t")], (job) => {
      job.stop.onStop(() => {
        aborted = true;
      });
      return new Promise((resolve) => (finish = resolve));
    });
    const response = await invoke(call("t", { timeoutMs: 20 }), { stop: new Stop() });
    finish(value("1"));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(response).toMatchObject({ error: "Tool t timed out after 20 ms.", fault: { kind: "timeout" } });
    expect([aborted, recorded.length]).toEqual([true, 1]);
  });

  test("a cancel ends the call; a budget of 0 never runs the tool", async () => {
    let runs = 0;
    const { invoke } = hub([spec("t")], () => new Promise(() => runs++));
    const stop = new Stop();
    const cancelled = invoke(call("t"), { stop });
    stop.stop("cancelled");
    expect((await cancelled).fault?.kind).toBe("cancelled");
    expect((await invoke(call("t", { timeoutMs: 0 }), { stop: new Stop() })).fault?.kind).toBe("timeout");
    expect(runs).toBe(1);
  });

  test.each([
    [true, 3],
    [false, 1],
  ])("a lost host: idempotent %s makes %i attempts", async (idempotent, attempts) => {
    let runs = 0;
    const { invoke } = hub([spec("t", { idempotent })], () => {
      runs++;
      return { outcome: raised(fault("host_lost", "lost")), elapsedMs: 1 };
    });
    expect((await invoke(call("t"), { stop: new Stop() })).fault?.kind).toBe("host_lost");
    expect(runs).toBe(attempts);
  });

  test("a repeated call that was lost and then could not be sent may have run", async () => {
    const effects = ["unknown", "none", "none"];
    const { invoke } = hub([spec("t", { idempotent: true })], () => {
      const details = { effect: effects.shift() };
      return { outcome: raised(fault("host_lost", "lost", { details })), elapsedMs: 1 };
    });
    expect((await invoke(call("t"), { stop: new Stop() })).fault?.details["effect"]).toBe("unknown");
    expect(effects).toEqual([]);
  });

  test("the output schema judges successes only", async () => {
    const answers = [value('{"a":"x"}'), value('{"a":1}')];
    const wrong = { ...ToolResponse.error("no"), result: payload('{"a":"x"}') };
    answers.push({ outcome: returned(wrong), elapsedMs: 0 });
    const outputSchema = { type: "object", properties: { a: { type: "integer" } } };
    const { invoke } = hub([spec("t", { outputSchema })], () => answers.shift() ?? value("null"));
    const kind = async () => (await invoke(call("t"), { stop: new Stop() })).fault?.kind;
    expect([await kind(), await kind(), await kind()]).toEqual(["invalid_result", undefined, "tool_error"]);
  });

  test("a planned spec that changed, and calls too deep, are refused", async () => {
    const { invoke } = hub([spec("t")], () => value("1"));
    const code = async (more: Partial<ToolCall>) =>
      (await invoke(call("t", more), { stop: new Stop() })).fault?.details["code"];
    expect(await code({ specDigest: "other" })).toBe("schema_changed");
    expect(await code({ depth: 17 })).toBe("depth_exceeded");
  });

  test("what cannot be sent is a failure of that call", async () => {
    const big = payload(new Uint8Array(40 * 1_048_576), "application/octet-stream");
    const { invoke } = hub([spec("t")], () => ({ outcome: returned(ToolResponse.success(big)), elapsedMs: 0 }));
    const response = await invoke(call("t"), { stop: new Stop() });
    expect(response.error).toBe("Tool t returned 41943040 bytes, over the limit of 32 MiB.");
  });
});

describe("Batch", () => {
  test("slots answer their calls, bounded, each once, cancel included", async () => {
    let running = 0;
    let most = 0;
    const { invoke } = hub([spec("t")], async (job) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
      return value(job.callId);
    });
    const answers = new Map<number, Response>();
    await new Promise<void>((resolve) => {
      const batch = new Batch(invoke, 4, (index, response) => {
        expect(answers.has(index)).toBe(false);
        answers.set(index, response);
        if (answers.size === 40) resolve();
      });
      batch.add(Array.from({ length: 40 }, (_, i) => call("t", { callId: String(i) })));
      batch.cancel(37);
      batch.cancel(99);
    });
    expect(most).toBeLessThanOrEqual(5);
    for (const [index, response] of answers) {
      if (index === 37) expect(response.fault?.kind).toBe("cancelled");
      else expect(Buffer.from(response.result?.data ?? []).toString()).toBe(String(index));
    }
  });
});

import { Counter, Histogram, type Registry } from "prom-client";
import type { ToolCall } from "../model/call.js";
import type { Payload } from "../model/payload.js";
import type { ToolResponse } from "../model/response.js";
import { fullName, type ToolSpec } from "../model/spec.js";
import { isSkillTool, toolMetadata } from "./recording.js";
import { LATENCY_MS, Tally, TallyHistogram } from "./tally.js";

const UNKNOWN = "unknown";

/** Counts and times every call by tool, MCP server and skill, under the names of Flink Agents (C7.5). */
export class ToolMetrics {
  readonly #registry: Registry;
  readonly #tallies = new Map<string, Tally>();
  // The same tool may have another spec after a reload.
  readonly #bySpec = new WeakMap<ToolSpec, Tally>();
  readonly #unknown = new Tally(UNKNOWN, UNKNOWN);
  readonly #mcp;
  readonly #skill;

  constructor(registry: Registry) {
    this.#registry = registry;
    const called = () => [...this.#tallies.values(), this.#unknown];
    this.#counter("numOfToolCallsSucceeded", "Tool calls that did their job.", ["source", "tool"], (counter) => {
      for (const { labels, succeeded } of called()) if (succeeded > 0) counter.inc(labels, succeeded);
    });
    const help = "Tool calls that did not do their job, by the kind of their fault.";
    this.#counter("numOfToolCallsFailed", help, ["source", "tool", "kind"], (counter) => {
      for (const { labels, failed } of called()) {
        for (const [kind, calls] of failed) counter.inc({ ...labels, kind }, calls);
      }
    });
    const latency = { name: "toolCallLatencyMs", help: "Milliseconds that tools took.", registers: [registry] };
    new TallyHistogram(latency, () => called().filter(({ buckets }) => buckets.some((calls) => calls > 0)));
    const server = ["mcp_server"];
    this.#mcp = {
      succeeded: this.#counter("numOfMcpToolCallsSucceeded", "Calls of MCP tools that did their job.", server),
      failed: this.#counter("numOfMcpToolCallsFailed", "Calls of MCP tools that did not.", server),
      latency: this.#histogram("mcpToolCallLatencyMs", "Milliseconds that tools of MCP servers took.", server),
    };
    this.#skill = {
      loads: this.#counter("numOfSkillLoads", "Times that a skill was loaded.", ["skill"]),
      latency: this.#histogram("skillLoadLatencyMs", "Milliseconds that loading a skill took.", ["skill"]),
    };
  }

  /** A call has ended; what no tool is registered for counts as `unknown`, so that callers cannot make new names. */
  toolEnded(spec: ToolSpec | null, call: ToolCall, response: ToolResponse<Payload | null>): void {
    const { success, fault, executionTimeMs } = response;
    this.#tallyOf(spec).add(success ? null : (fault?.kind ?? "internal"), executionTimeMs);
    if (spec === null) return;
    if (spec.type === "mcp") {
      const server = { mcp_server: spec.source };
      (success ? this.#mcp.succeeded : this.#mcp.failed).inc(server);
      this.#mcp.latency.observe(server, executionTimeMs);
    }
    if (isSkillTool(spec)) {
      const skill = { skill: success ? skillOf(spec, call) : UNKNOWN };
      this.#skill.loads.inc(skill);
      this.#skill.latency.observe(skill, executionTimeMs);
    }
  }

  #tallyOf(spec: ToolSpec | null): Tally {
    if (spec === null) return this.#unknown;
    const known = this.#bySpec.get(spec);
    if (known !== undefined) return known;
    const name = fullName(spec);
    const tally = this.#tallies.get(name) ?? new Tally(spec.source, spec.name);
    this.#tallies.set(name, tally);
    this.#bySpec.set(spec, tally);
    return tally;
  }

  // With `read`, the counter has what that gives it each time that it is asked.
  #counter(name: string, help: string, labelNames: string[], read?: (counter: Counter) => void): Counter {
    return new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      ...(read !== undefined && {
        collect() {
          this.reset();
          read(this);
        },
      }),
    });
  }

  #histogram(name: string, help: string, labelNames: string[]): Histogram {
    return new Histogram({ name, help, labelNames, buckets: LATENCY_MS, registers: [this.#registry] });
  }
}

function skillOf(spec: ToolSpec, { args }: ToolCall): string {
  try {
    const input: unknown = JSON.parse(Buffer.from(args?.data ?? []).toString("utf8"));
    const name = toolMetadata(spec, Object(input))["skillName"];
    return typeof name === "string" ? name : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

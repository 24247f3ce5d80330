import { Counter, Histogram, type Registry } from "prom-client";
import type { ToolCall } from "../model/call.js";
import type { Payload } from "../model/payload.js";
import type { ToolResponse } from "../model/response.js";
import type { ToolSpec } from "../model/spec.js";
import { isSkillTool, toolMetadata } from "./recording.js";

const LATENCY_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 300_000, 600_000];
const UNKNOWN = "unknown";

/** Counts and times every call by tool, MCP server and skill, under the names of Flink Agents (C7.5). */
export class ToolMetrics {
  readonly #registry: Registry;
  readonly #tool;
  readonly #mcp;
  readonly #skill;

  constructor(registry: Registry) {
    this.#registry = registry;
    const tool = ["source", "tool"];
    this.#tool = {
      succeeded: this.#counter("numOfToolCallsSucceeded", "Tool calls that did their job.", tool),
      failed: this.#counter("numOfToolCallsFailed", "Tool calls that did not, by the kind of their fault.", [
        ...tool,
        "kind",
      ]),
      latency: this.#histogram("toolCallLatencyMs", "Milliseconds that tools took.", tool),
    };
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
    const labels = spec === null ? { source: UNKNOWN, tool: UNKNOWN } : { source: spec.source, tool: spec.name };
    if (success) this.#tool.succeeded.inc(labels);
    else this.#tool.failed.inc({ ...labels, kind: fault?.kind ?? "internal" });
    this.#tool.latency.observe(labels, executionTimeMs);
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

  #counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
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

import type { Job, Ran, Runner } from "../invoke/runner.js";
import type { ToolSpec } from "../model/spec.js";
import * as toolspan from "./authoring.js";
import { Context } from "./context.js";
import { loadModule } from "./module.js";
import { runTool } from "./run-tool.js";
import type { ToolDefinition, ToolLog } from "./tool.js";
import type { WorkerLog } from "./worker-messages.js";

/** Runs a module's tools in this process: for trusted tools that never block (C3.7). */
export class InlineRunner implements Runner {
  readonly #tools = new Map<string, ToolDefinition>();
  readonly #log: (line: WorkerLog) => void;

  constructor(log: (line: WorkerLog) => void) {
    this.#log = log;
  }

  /** Loads the module; rejects where it cannot be loaded. */
  async start(file: string, source: string): Promise<readonly ToolSpec[]> {
    const { tools, warnings } = await loadModule(file, source, toolspan);
    for (const { spec, definition } of tools) this.#tools.set(spec.name, definition);
    for (const message of warnings) this.#log({ level: "warn", tool: "", callId: "", message, fields: null });
    return tools.map(({ spec }) => spec);
  }

  async run(job: Job): Promise<Ran> {
    const definition = this.#tools.get(job.tool);
    if (definition === undefined) throw new Error(`The module has no tool ${job.tool}.`);
    const context = new Context(job, () => this.#logOf(job));
    const ran = await runTool(definition, job.calledAs, job.argumentsText, context);
    context.close();
    return ran;
  }

  #logOf({ tool, callId }: Job): ToolLog {
    const at =
      (level: WorkerLog["level"]): ToolLog["info"] =>
      (message, fields) =>
        this.#log({ level, tool, callId, message, fields: fields === undefined ? null : JSON.stringify(fields) });
    return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  }
}

import type { Job, Ran, Runner } from "../invoke/runner.js";
import { writeJson } from "../model/write-json.js";
import { Context } from "./context.js";
import { runTool } from "./run-tool.js";
import type { LoadedModule } from "./specified.js";
import type { ToolDefinition, ToolLog } from "./tool.js";
import type { WorkerLog } from "./worker-messages.js";

/** Runs tools on this very thread. */
export class HereRunner implements Runner {
  readonly #tools: ReadonlyMap<string, ToolDefinition>;
  readonly #log: (line: WorkerLog) => void;

  constructor(tools: LoadedModule["tools"], log: (line: WorkerLog) => void) {
    this.#tools = new Map(tools.map(({ spec, definition }) => [spec.name, definition]));
    this.#log = log;
  }

  async run(job: Job): Promise<Ran> {
    const definition = this.#tools.get(job.tool);
    if (definition === undefined) throw new Error(`There is no tool ${job.tool} here.`);
    const context = new Context(job, () => this.#logOf(job));
    const ran = await runTool(definition, job.calledAs, job.argumentsText, context);
    context.close();
    return ran;
  }

  #logOf({ tool, callId }: Job): ToolLog {
    const at =
      (level: WorkerLog["level"]): ToolLog["info"] =>
      (message, fields) => {
        const written = fields === undefined ? undefined : writeJson(fields);
        this.#log({ level, tool, callId, message, fields: written?.ok === true ? written.text : null });
      };
    return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  }
}

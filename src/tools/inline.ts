import type { Job, Ran, Runner } from "../invoke/runner.js";
import type { ToolSpec } from "../model/spec.js";
import * as toolspan from "./authoring.js";
import { HereRunner } from "./here.js";
import { type From, loadModule } from "./module.js";
import type { WorkerLog } from "./worker-messages.js";

/** Runs a module's tools in the sidecar's own thread: for trusted tools that never block (C3.7). */
export class InlineRunner implements Runner {
  readonly #log: (line: WorkerLog) => void;
  #here: HereRunner;

  constructor(log: (line: WorkerLog) => void) {
    this.#log = log;
    this.#here = new HereRunner([], log);
  }

  /** Loads the module; rejects where it cannot be loaded. */
  async start(file: string, from: From): Promise<readonly ToolSpec[]> {
    const { tools, warnings } = await loadModule(file, from, toolspan);
    this.#here = new HereRunner(tools, this.#log);
    for (const message of warnings) this.#log({ level: "warn", tool: "", callId: "", message, fields: null });
    return tools.map(({ spec }) => spec);
  }

  run(job: Job): Promise<Ran> {
    return this.#here.run(job);
  }
}

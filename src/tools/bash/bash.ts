// The tool `bash` of Flink Agents: commands of an allow-list that the framework injects (C2.12), in bounds of the kernel.
import { resolve } from "node:path";
import type { Job, Ran, Runner } from "../../invoke/runner.js";
import { type Payload, payload } from "../../model/payload.js";
import { ToolResponse } from "../../model/response.js";
import { withDigest } from "../../model/spec-digest.js";
import { attempt } from "../attempt.js";
import { BASH_NAME, BASH_SOURCE, type BashLimits, type BashOptions } from "./options.js";
import { type Ended, runScript } from "./run.js";
import { isUnder, scriptOf } from "./script.js";
import { Rejected } from "./words.js";

const DEFAULT_SECONDS = 60;
const listOf = (description: string) => ({ type: "array", items: { type: "string" }, description });

export const bashSpec = withDigest({
  name: BASH_NAME,
  description:
    "Execute a shell command. Only commands on the allowed list or scripts under the allowed directories may run.",
  inputSchema: {
    type: "object",
    properties: {
      command: {
        type: "string",
        description: "The command: words, quotes, pipes, && and ||, $NAME; no substitutions.",
      },
      timeout: { type: "integer", minimum: 1, description: "Seconds that it may take.", default: DEFAULT_SECONDS },
      cwd: {
        type: ["string", "null"],
        description: "The folder to run in, below an allowed directory; use it in place of cd.",
        default: null,
      },
    },
    required: ["command"],
  },
  injectedSchema: {
    type: "object",
    properties: {
      allowed_commands: listOf("Commands that may run, by name."),
      allowed_script_dirs: listOf("Folders whose files may be run by their path."),
    },
  },
  outputSchema: null,
  type: "function",
  source: BASH_SOURCE,
  timeout: null,
  idempotent: false,
});

interface Arguments {
  readonly command: string;
  readonly timeout?: number | null;
  readonly cwd?: string | null;
  readonly allowed_commands?: readonly string[];
  readonly allowed_script_dirs?: readonly string[];
}

/** Runs commands; `skillFolders` are those of the skills that there are. */
export class BashRunner implements Runner {
  readonly #options: BashOptions;
  readonly #skillFolders: () => Promise<readonly string[]>;
  readonly #running = new Map<AbortController, Promise<unknown>>();
  #isClosed = false;

  constructor(options: BashOptions, skillFolders: () => Promise<readonly string[]>) {
    this.#options = options;
    this.#skillFolders = skillFolders;
  }

  async run(job: Job): Promise<Ran> {
    const started = performance.now();
    const { argumentsText, stop } = job;
    const ending = new AbortController();
    stop.onStop(() => ending.abort());
    if (this.#isClosed) ending.abort();
    const running = Promise.resolve(attempt(() => this.#run(JSON.parse(argumentsText) as Arguments, ending.signal)));
    this.#running.set(ending, running);
    const outcome = await running;
    this.#running.delete(ending);
    return { outcome, elapsedMs: performance.now() - started };
  }

  /** Ends every command, and resolves when all its processes are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const ending of this.#running.keys()) ending.abort();
    await Promise.all(this.#running.values());
  }

  async #run(args: Arguments, stop: AbortSignal): Promise<ToolResponse<Payload | null>> {
    const { command, allowed_commands: commands = [], allowed_script_dirs: named = [] } = args;
    const { folder, mostMs, env, skillScripts } = this.#options;
    const ofSkills = skillScripts ? await this.#skillFolders() : [];
    const scriptDirs = [...named.map((dir) => resolve(folder, dir)), ...ofSkills];
    if (args.cwd !== undefined && args.cwd !== null && !isUnder(args.cwd, scriptDirs, folder)) {
      return ToolResponse.error(`Command rejected: cwd '${args.cwd}' is not under any allowed script dir.`);
    }
    // Without the steps of its path, as it was judged: a `..` behind a link would lead elsewhere.
    const cwd = resolve(folder, args.cwd ?? ".");
    let text: string;
    try {
      text = scriptOf(command, { commands, scriptDirs }, cwd);
    } catch (error) {
      if (error instanceof Rejected) return ToolResponse.error(`Command rejected: ${error.message}`);
      throw error;
    }
    const timeoutMs = Math.min((args.timeout ?? DEFAULT_SECONDS) * 1000, mostMs);
    const ended = await runScript({ text, cwd, env, timeoutMs, limits: this.#options, stop });
    return responseOf(ended, timeoutMs, this.#options);
  }
}

function responseOf(ended: Ended, timeoutMs: number, limits: BashLimits): ToolResponse<Payload | null> {
  if (ended.kind === "failed") return ToolResponse.error(`Error: ${ended.message}`);
  if (ended.kind === "exited") {
    const { code, stdout, stderr } = ended;
    if (code === 0) return ToolResponse.success(payload(JSON.stringify(stdout === "" ? "Success" : stdout)));
    const result = stdout === "" ? {} : { result: payload(JSON.stringify(stdout)) };
    return ToolResponse.error(`Error (exit code ${code}): ${stderr}`, { ...result, details: { exit_code: code } });
  }
  const why = {
    timeout: `Command timed out after ${timeoutMs / 1000} seconds`,
    stopped: "Command was stopped",
    output: `Command wrote far more than ${limits.outputBytes} bytes`,
    memory: `Command used more than ${limits.memoryMb} MB of memory`,
    processes: `Command started more than ${limits.processes} processes`,
  } satisfies Record<typeof ended.why, string>;
  return ToolResponse.error(`Error: ${why[ended.why]}`);
}

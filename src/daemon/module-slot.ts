import { existsSync } from "node:fs";
import type { Registry } from "../invoke/registry.js";
import type { Runner } from "../invoke/runner.js";
import type { HostStatus } from "../model/host-status.js";
import { fullName, type ToolSpec } from "../model/spec.js";
import { InlineRunner } from "../tools/inline.js";
import { sourceOf } from "../tools/module.js";
import { WorkerRunner } from "../tools/worker.js";
import type { WorkerLog } from "../tools/worker-messages.js";
import { cacheFolder } from "./cache-folder.js";
import { StartError } from "./listen.js";
import type { Log } from "./log.js";
import type { ServeOptions, ToolsModule } from "./serve-options.js";
import { VERSION } from "./version.js";

/** What a module was loaded into, and how that ends. */
interface Loaded {
  readonly runner: Runner;
  readonly inFlight: () => number;
  readonly stop: () => Promise<void>;
}

const DEFAULT_MEMORY_MB = 1024;
const RETIRE_MS = 50;

/** One module of tools in the sidecar: its place in the registry, and what runs it now. */
export class ModuleSlot {
  readonly source: string;
  readonly module: ToolsModule;
  readonly #options: ServeOptions;
  readonly #registry: Registry;
  readonly #log: Log;
  #loaded: Loaded | null = null;
  #offer: Disposable | null = null;
  #specs: readonly ToolSpec[] = [];
  #restarts = 0;
  #loading: Promise<void> = Promise.resolve();

  constructor(module: ToolsModule, options: ServeOptions, registry: Registry, log: Log) {
    this.module = module;
    this.source = module.source ?? sourceOf(module.file);
    this.#options = options;
    this.#registry = registry;
    this.#log = log;
  }

  /** Loads the module and offers its tools; rejects with a StartError where it cannot be loaded. */
  async start(): Promise<void> {
    const { file } = this.module;
    if (!existsSync(file)) throw new StartError(`${file} cannot be loaded: there is no such file.`);
    try {
      await this.#load();
    } catch (error) {
      throw new StartError(`${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Loads the changed module beside the one that runs, and lets that one go when its calls have ended. */
  reload(): void {
    this.#loading = this.#loading.then(async () => {
      const old = this.#loaded;
      try {
        await this.#load();
      } catch (error) {
        this.#log.error(
          { source: this.source, error: String(error) },
          "the changed module cannot be loaded; the old one goes on",
        );
        return;
      }
      this.#restarts++;
      this.#log.info({ source: this.source, tools: this.#specs.length }, "loaded again");
      if (old !== null) void this.#retire(old);
    });
  }

  status(): HostStatus {
    return {
      source: this.source,
      language: "typescript",
      state: "serving",
      pid: process.pid,
      runtime: `Node.js ${process.version.slice(1)}`,
      sdkVersion: VERSION,
      isolation: this.module.isolation,
      supervised: true,
      tools: this.#specs.map(fullName),
      inFlight: this.#loaded?.inFlight() ?? 0,
      queued: 0,
      restarts: this.#restarts,
      lastExit: "",
    };
  }

  async stop(): Promise<void> {
    this.#offer?.[Symbol.dispose]();
    await this.#loaded?.stop();
  }

  async #load(): Promise<void> {
    const { file, isolation, memoryMb, env } = this.module;
    if (isolation === "inline") {
      const runner = new InlineRunner((line) => this.#write(line));
      const specs = await runner.start(file, { source: this.source, cache: cacheFolder() });
      this.#take({ runner, inFlight: () => 0, stop: async () => {} }, specs);
      return;
    }
    const runner: WorkerRunner = new WorkerRunner({
      file,
      source: this.source,
      cache: cacheFolder(),
      memoryMb: memoryMb ?? DEFAULT_MEMORY_MB,
      env,
      maxQueue: this.#options.limits.maxQueuePerHost,
      startMs: this.#options.startMs,
      log: (line) => this.#write(line),
      changed: (specs) => {
        if (this.#loaded?.runner === runner) this.#take(this.#loaded, specs);
      },
    });
    const specs = await runner.start();
    this.#take({ runner, inFlight: () => runner.inFlight, stop: () => runner.stop() }, specs);
  }

  #take(loaded: Loaded, specs: readonly ToolSpec[]): void {
    this.#offer = this.#registry.add(specs, loaded.runner, this.#offer ?? undefined);
    this.#loaded = loaded;
    this.#specs = specs;
  }

  async #retire(old: Loaded): Promise<void> {
    while (old.inFlight() > 0) await new Promise((resolve) => setTimeout(resolve, RETIRE_MS));
    await old.stop();
  }

  #write({ level, tool, callId, message, fields }: WorkerLog): void {
    const more = {
      source: this.source,
      ...(tool && { tool }),
      ...(callId && { call: callId }),
      ...(fields && { fields }),
    };
    this.#log[level](more, message);
  }
}

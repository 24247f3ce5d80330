import { existsSync } from "node:fs";
import type { Registry } from "../invoke/registry.js";
import type { Runner } from "../invoke/runner.js";
import type { ToolSpec } from "../model/spec.js";
import { InlineRunner } from "../tools/inline.js";
import { sourceOf } from "../tools/module.js";
import { WorkerRunner } from "../tools/worker.js";
import type { WorkerLog } from "../tools/worker-messages.js";
import { StartError } from "./listen.js";
import type { Log } from "./log.js";
import type { ServeOptions, ToolsModule } from "./serve-options.js";

const DEFAULT_MEMORY_MB = 1024;

/** Loads every module and registers its tools; what it returns stops them. */
export async function loadModules(options: ServeOptions, registry: Registry, log: Log): Promise<() => Promise<void>> {
  const sources = new Map<string, string>();
  for (const module of options.modules) {
    const source = module.source ?? sourceOf(module.file);
    const other = sources.get(source);
    if (other !== undefined) {
      throw new StartError(`${module.file} and ${other} are both the source ${source}: give one a source of its own.`);
    }
    sources.set(source, module.file);
  }
  const loading = await Promise.allSettled(options.modules.map((module) => load(module, options, registry, log)));
  const loaded = loading.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const stop = async (): Promise<void> => void (await Promise.all(loaded.map((end) => end())));
  const failed = loading.flatMap((one) =>
    one.status === "rejected" ? [String(one.reason?.message ?? one.reason)] : [],
  );
  if (failed.length === 0) return stop;
  await stop();
  throw new StartError(failed.join("\n"));
}

async function load(
  module: ToolsModule,
  options: ServeOptions,
  registry: Registry,
  log: Log,
): Promise<() => Promise<void>> {
  const source = module.source ?? sourceOf(module.file);
  const write = (line: WorkerLog): void => {
    const { tool, callId, fields } = line;
    const more = { source, ...(tool && { tool }), ...(callId && { call: callId }), ...(fields && { fields }) };
    log[line.level](more, line.message);
  };
  if (!existsSync(module.file)) throw new StartError(`${module.file} cannot be loaded: there is no such file.`);
  let offer: Disposable | undefined;
  const register = (specs: readonly ToolSpec[], runner: Runner): void => {
    offer?.[Symbol.dispose]();
    offer = registry.add(specs, runner);
  };
  try {
    if (module.isolation === "inline") {
      const runner = new InlineRunner(write);
      register(await runner.start(module.file, source), runner);
      return async () => offer?.[Symbol.dispose]();
    }
    const runner: WorkerRunner = new WorkerRunner({
      file: module.file,
      source,
      memoryMb: module.memoryMb ?? DEFAULT_MEMORY_MB,
      env: module.env,
      maxQueue: options.limits.maxQueuePerHost,
      startMs: options.startMs,
      log: write,
      changed: (specs) => register(specs, runner),
    });
    register(await runner.start(), runner);
    return async () => {
      offer?.[Symbol.dispose]();
      await runner.stop();
    };
  } catch (error) {
    throw new StartError(`${module.file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
}

import type { Registry } from "../invoke/registry.js";
import type { HostStatus } from "../model/host-status.js";
import { StartError } from "./listen.js";
import type { Log } from "./log.js";
import { ModuleSlot } from "./module-slot.js";
import type { ServeOptions } from "./serve-options.js";

/** The modules whose tools run in the sidecar. */
export interface Modules {
  readonly list: () => readonly HostStatus[];
  readonly reload: (source: string) => void;
  readonly stop: () => Promise<void>;
}

/** Loads every module and registers its tools; rejects, with nothing left running, where one cannot be loaded. */
export async function loadModules(options: ServeOptions, registry: Registry, log: Log): Promise<Modules> {
  const slots = options.modules.map((module) => new ModuleSlot(module, options, registry, log));
  refuseEqualSources([
    ...slots.map(({ source, module }) => ({ source, what: module.file })),
    ...options.hosts.map(({ source }) => ({ source, what: `the host ${source}` })),
  ]);
  const loading = await Promise.allSettled(slots.map((slot) => slot.start()));
  const stop = async (): Promise<void> => void (await Promise.all(slots.map((slot) => slot.stop())));
  const failed = loading.flatMap((one) =>
    one.status === "rejected" ? [String(one.reason?.message ?? one.reason)] : [],
  );
  if (failed.length > 0) {
    await stop();
    throw new StartError(failed.join("\n"));
  }
  return {
    list: () => slots.map((slot) => slot.status()),
    reload: (source) => slots.find((slot) => slot.source === source)?.reload(),
    stop,
  };
}

function refuseEqualSources(all: readonly { readonly source: string; readonly what: string }[]): void {
  const known = new Map<string, string>();
  for (const { source, what } of all) {
    const other = known.get(source);
    if (other !== undefined) {
      throw new StartError(`${what} and ${other} are both the source ${source}: give one a source of its own.`);
    }
    known.set(source, what);
  }
}

import type { HostStatus } from "../../model/host-status.js";
import type { HostProcess } from "../../tools/remote/host-process.js";
import type { Hosts } from "../../tools/remote/hosts.js";
import { StartError } from "../listen.js";
import type { Log } from "../log.js";
import type { HostOptions } from "./host-options.js";
import { HostSlot } from "./host-slot.js";

export interface SupervisorParts {
  readonly hosts: Hosts;
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds that the first start may take before the sidecar is ready without it. */
  readonly startMs: number;
  readonly graceMs: number;
}

interface Supervised {
  readonly options: HostOptions;
  readonly slots: readonly HostSlot[];
  readonly kept: Disposable;
}

/** Starts the hosts of the configuration, keeps them alive, replaces them when they change, and stops them. */
export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #all: Supervised[] = [];

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
  }

  /** Starts hosts and waits, bounded, for their tools; rejects where one ends before it offers any. */
  async start(all: readonly HostOptions[]): Promise<void> {
    const { hosts, startMs, log } = this.#parts;
    const starting = all.map(async (options) => {
      const slots = Array.from({ length: options.processes }, () => new HostSlot({ ...this.#parts, options }));
      this.#all.push({ options, slots, kept: hosts.keep(options.source) });
      const failures = await Promise.all(slots.map((slot) => slot.start()));
      const failure = failures.find((one) => one !== null);
      if (failure != null) throw new StartError(`The host ${options.source} cannot be started: ${failure}`);
    });
    const started = Promise.all(starting);
    let timer: NodeJS.Timeout | undefined;
    const bound = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        log.warn({ startMs }, "ready without every host: some have not offered their tools yet");
        for (const { slots } of this.#all) for (const slot of slots) slot.proceed();
        resolve();
      }, startMs);
    });
    try {
      await Promise.race([started, bound]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A process attached; the ones that it replaces take nothing new from now on. */
  attached(process: HostProcess): void {
    const owner = this.#all.find(({ slots }) => slots.some((slot) => slot.attached(process)));
    for (const slot of owner?.slots ?? []) slot.retire();
  }

  changed(process: HostProcess): void {
    for (const { slots } of this.#all) for (const slot of slots) slot.changed(process);
  }

  /** Starts a source's processes anew, without a lost call. */
  reload(source: string): void {
    for (const { options, slots } of this.#all) {
      if (options.source === source) for (const slot of slots) slot.reload();
    }
  }

  list(): readonly HostStatus[] {
    return this.#all.flatMap(({ options, slots }) => {
      const { queued } = this.#parts.hosts.source(options.source);
      return slots.map((slot) => slot.status(queued));
    });
  }

  async stop(): Promise<void> {
    for (const { kept } of this.#all) kept[Symbol.dispose]();
    await Promise.all(this.#all.flatMap(({ slots }) => slots.map((slot) => slot.stop())));
  }
}

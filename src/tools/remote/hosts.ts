import type { Registry } from "../../invoke/registry.js";
import { schemaCheck } from "../../invoke/schema-check.js";
import { fullName, SOURCE_NAME, TOOL_NAME, type ToolSpec } from "../../model/spec.js";
import { differences } from "./difference.js";
import type { HostFacts, HostLink } from "./host-link.js";
import { HostProcess } from "./host-process.js";
import { HostSource } from "./host-source.js";

/** Why an offer is not taken. */
export interface OfferRefusal {
  readonly name: string;
  readonly reason: string;
}

export interface HostsParts {
  readonly registry: Registry;
  readonly maxQueue: number;
  /** Told of every process that attaches, before its first offers. */
  readonly attached?: (process: HostProcess) => void;
  /** Told after each change of what a process offers, and when it is gone. */
  readonly changed?: (process: HostProcess) => void;
}

/** Every attached process and the sources that they make up; each offered tool is an ordinary registry entry (C3.2, C3.4). */
export class Hosts {
  readonly #parts: HostsParts;
  readonly #sources = new Map<string, HostSource>();
  readonly #entries = new Map<string, { readonly spec: ToolSpec; readonly entry: Disposable }>();
  readonly #processes = new Set<HostProcess>();

  constructor(parts: HostsParts) {
    this.#parts = parts;
  }

  get processes(): readonly HostProcess[] {
    return [...this.#processes];
  }

  /** The source of a name, made where there is none yet. */
  source(name: string): HostSource {
    let source = this.#sources.get(name);
    if (source === undefined) {
      source = new HostSource(name, this.#parts.maxQueue);
      this.#sources.set(name, source);
    }
    return source;
  }

  attach(facts: HostFacts, link: HostLink): HostProcess {
    const process: HostProcess = new HostProcess(facts, link, () => {
      for (const source of this.#sourcesOf(process)) source.freed();
    });
    this.#processes.add(process);
    this.#parts.attached?.(process);
    return process;
  }

  /** Takes what can be taken; the answer names each offer in one of its lists. */
  offer(
    process: HostProcess,
    specs: readonly ToolSpec[],
  ): { readonly accepted: readonly string[]; readonly refusals: readonly OfferRefusal[] } {
    const accepted: string[] = [];
    const refusals: OfferRefusal[] = [];
    const touched = new Set<HostSource>();
    for (const spec of specs) {
      const name = fullName(spec);
      const reason = this.#refuse(process, name, spec);
      if (reason !== null) {
        refusals.push({ name, reason });
        continue;
      }
      process.offers.set(name, spec);
      const source = this.source(spec.source);
      source.members.add(process);
      touched.add(source);
      this.#register(name, spec, source);
      accepted.push(name);
    }
    for (const source of touched) {
      this.#prune(source);
      source.dispatch();
    }
    this.#parts.changed?.(process);
    return { accepted, refusals };
  }

  withdraw(process: HostProcess, names: readonly string[]): void {
    const touched = this.#sourcesOf(process);
    for (const name of names) process.offers.delete(name);
    this.#settle(touched);
    this.#parts.changed?.(process);
  }

  /** The process takes nothing new; a tool that nobody else offers or keeps is withdrawn. */
  leave(process: HostProcess): void {
    const touched = this.#sourcesOf(process);
    process.leave();
    this.#settle(touched);
    this.#parts.changed?.(process);
  }

  /** The stream of a process ended, however it ended. */
  lose(process: HostProcess): void {
    if (!this.#processes.delete(process)) return;
    const touched = this.#sourcesOf(process);
    for (const source of touched) source.members.delete(process);
    process.lose();
    this.#settle(touched);
    this.#parts.changed?.(process);
  }

  /** Keeps a source's tools registered while it has no process, until the answer is disposed. */
  keep(name: string): Disposable {
    const source = this.source(name);
    const kept = source.keep();
    return {
      [Symbol.dispose]: () => {
        kept[Symbol.dispose]();
        this.#settle([source]);
      },
    };
  }

  #register(name: string, spec: ToolSpec, source: HostSource): void {
    const known = this.#entries.get(name);
    if (known?.spec.digest === spec.digest) return;
    known?.entry[Symbol.dispose]();
    this.#entries.set(name, { spec, entry: this.#parts.registry.add([spec], source) });
  }

  // Entries that nobody offers any more are withdrawn, unless the source is kept.
  #settle(sources: Iterable<HostSource>): void {
    for (const source of sources) {
      if (!source.isKept) this.#prune(source);
      source.dispatch();
      if (source.members.size === 0 && !source.isKept) this.#sources.delete(source.name);
    }
  }

  #prune(source: HostSource): void {
    for (const [name, { spec, entry }] of this.#entries) {
      if (spec.source !== source.name) continue;
      if ([...source.members].some((one) => one.state === "serving" && one.offers.has(name))) continue;
      this.#entries.delete(name);
      entry[Symbol.dispose]();
    }
  }

  #sourcesOf(process: HostProcess): HostSource[] {
    return [...this.#sources.values()].filter((source) => source.members.has(process));
  }

  #refuse(process: HostProcess, name: string, spec: ToolSpec): string | null {
    if (!SOURCE_NAME.test(spec.source)) return "A source name is 1 to 128 of A-Z a-z 0-9 _ and -.";
    if (!TOOL_NAME.test(spec.name)) return "A tool name is 1 to 128 of A-Z a-z 0-9 _ . and -.";
    const known = this.#entries.get(name);
    // What was taken once is not judged again, as when a process comes back.
    if (known?.spec.digest === spec.digest) return null;
    const type = spec.inputSchema["type"];
    if (type !== undefined && type !== "object") return "The input schema of a tool is an object schema.";
    const twice = twiceNamed(spec);
    if (twice !== undefined) return `The argument ${twice} is injected, and stands in the input schema as well.`;
    try {
      schemaCheck(spec.inputSchema);
      if (spec.injectedSchema !== null) schemaCheck(spec.injectedSchema);
      if (spec.outputSchema !== null) schemaCheck(spec.outputSchema);
    } catch (error) {
      return `A schema cannot be compiled: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (known === undefined) {
      const taken = this.#parts.registry.find(name);
      const isTaken = taken.ok && fullName(taken.entry.spec) === name;
      return isTaken ? "The sidecar itself offers a tool of this name." : null;
    }
    const others = [...(this.#sources.get(spec.source)?.members ?? [])].some(
      (other) => other !== process && other.state === "serving" && other.offers.has(name),
    );
    if (!others) return null;
    return `Another process offers it with another spec: ${differences(known.spec, spec)}.`;
  }
}

function twiceNamed({ inputSchema, injectedSchema }: ToolSpec): string | undefined {
  const seen = Object.keys(inputSchema["properties"] ?? {});
  return Object.keys(injectedSchema?.["properties"] ?? {}).find((name) => seen.includes(name));
}

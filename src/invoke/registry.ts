import { texts } from "../gen/texts.js";
import { type Fault, fault } from "../model/fault.js";
import { fullName, type ToolSpec } from "../model/spec.js";
import { type Hidden, type Injections, veiled } from "./hidden.js";
import type { Runner } from "./runner.js";
import { type SchemaCheck, schemaCheck } from "./schema-check.js";

/** A tool that can be called, whoever offers it. */
export interface Entry {
  /** As models see it. */
  readonly spec: ToolSpec;
  readonly runner: Runner;
  readonly hidden: Hidden | null;
  input(): SchemaCheck;
  output(): SchemaCheck | null;
}

export type Found = { readonly ok: true; readonly entry: Entry } | { readonly ok: false; readonly fault: Fault };

/** Everything callable, by full name, and by bare name while that is unique (C3.4). */
export class Registry {
  readonly #byFullName = new Map<string, Entry>();
  readonly #byName = new Map<string, Entry[]>();
  readonly #offers = new Map<Disposable, readonly Entry[]>();
  readonly #listeners = new Set<() => void>();
  readonly #injections: Injections;
  #revision = 1n;

  /** `injections` are the arguments that this sidecar injects itself (C2.12). */
  constructor(injections: Injections = new Map()) {
    this.#injections = injections;
  }

  get revision(): bigint {
    return this.#revision;
  }

  /**
   * Offers the tools of one source; disposing the offer withdraws them. An offer that it replaces is withdrawn in the same change. Throws
   * where a full name is taken, and then changes nothing.
   */
  add(specs: readonly ToolSpec[], runner: Runner, replaced?: Disposable): Disposable {
    const old = replaced === undefined ? [] : (this.#offers.get(replaced) ?? []);
    const leaving = new Set(old.map(({ spec }) => fullName(spec)));
    const taken = specs.find((spec) => this.#byFullName.has(fullName(spec)) && !leaving.has(fullName(spec)));
    if (taken !== undefined) throw new Error(`The tool ${fullName(taken)} is already offered.`);
    const entries = specs.map((spec) => entryOf(spec, runner, this.#injections));
    if (replaced !== undefined) this.#offers.delete(replaced);
    for (const name of leaving) this.#byFullName.delete(name);
    for (const entry of entries) this.#byFullName.set(fullName(entry.spec), entry);
    this.#changed();
    const offer = { [Symbol.dispose]: () => this.#withdraw(offer) };
    this.#offers.set(offer, entries);
    return offer;
  }

  /** The tool of a bare or full name, or why there is none. */
  find(name: string): Found {
    const full = this.#byFullName.get(name);
    const bare = this.#byName.get(name) ?? [];
    const [entry = full, ...others] = bare;
    if (entry === undefined) return { ok: false, fault: fault("unknown_tool", texts.unknown_tool(name)) };
    const named = new Set(full === undefined ? bare : [full, ...bare]);
    if (others.length === 0 && named.size === 1) return { ok: true, entry };
    const candidates = [...named].map(({ spec }) => fullName(spec)).sort();
    const message = texts.ambiguous_tool(name, candidates.join(", "));
    return { ok: false, fault: fault("unknown_tool", message, { details: { candidates } }) };
  }

  /** All specs, ordered by full name. */
  list(): readonly ToolSpec[] {
    return [...this.#byFullName.values()].map(({ spec }) => spec).sort((a, b) => (fullName(a) < fullName(b) ? -1 : 1));
  }

  /** Tells of every change until the answer is disposed. */
  onChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  #withdraw(offer: Disposable): void {
    const entries = this.#offers.get(offer);
    if (entries === undefined) return;
    this.#offers.delete(offer);
    for (const { spec } of entries) this.#byFullName.delete(fullName(spec));
    this.#changed();
  }

  #changed(): void {
    this.#revision++;
    this.#byName.clear();
    for (const entry of this.#byFullName.values()) {
      this.#byName.set(entry.spec.name, [...(this.#byName.get(entry.spec.name) ?? []), entry]);
    }
    for (const listener of this.#listeners) listener();
  }
}

function entryOf(offered: ToolSpec, runner: Runner, injections: Injections): Entry {
  const { spec, hidden } = veiled(offered, injections);
  let input: SchemaCheck | undefined;
  let output: SchemaCheck | null | undefined;
  return {
    spec,
    runner,
    hidden,
    // What is injected is checked as well, so that the schema is the whole one.
    input: () => {
      input ??= schemaCheck(offered.inputSchema);
      return input;
    },
    output: () => {
      if (output === undefined) output = spec.outputSchema === null ? null : schemaCheck(spec.outputSchema);
      return output;
    },
  };
}

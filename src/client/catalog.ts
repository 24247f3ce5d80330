import { texts } from "../gen/texts.js";
import type { ListResponse } from "../gen/toolspan/v1/tools.js";
import { fullName, type ToolSpec } from "../model/spec.js";
import { specCodec } from "../wire/spec.js";
import { CannotReachError, ToolspanError } from "./errors.js";
import type { Link } from "./link.js";
import { trouble } from "./status.js";

const MOST_ATTEMPTS = 3;
const LIST_WAIT = 30_000;

/** The list of tools as it was last read, for callers and for the question whether a call may be repeated. */
export class Catalog {
  readonly #link: Link;
  #tools: readonly ToolSpec[] | undefined;
  #asked = false;

  constructor(link: Link) {
    this.#link = link;
  }

  /** The list now; asking is harmless, so a lost answer is asked for again. */
  async list(): Promise<readonly ToolSpec[]> {
    let reason = "no answer";
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      await this.#link.ready();
      const listed = await this.#ask();
      if (listed.kind === "listed") return this.keep(listed.tools);
      if (listed.kind === "refused") throw listed.error;
      if (listed.kind === "broken") throw new ToolspanError(`The sidecar could not list its tools: ${listed.reason}`);
      if (listed.kind === "unsent") this.#link.forget();
      if (listed.kind !== "late") reason = listed.reason;
    }
    throw new CannotReachError(texts.cannot_reach(this.#link.address, reason));
  }

  /** Takes over a list that came by another way. */
  keep(tools: readonly ToolSpec[]): readonly ToolSpec[] {
    this.#tools = tools;
    return tools;
  }

  /** Reads the list once in the background, so that a lost connection finds it there. */
  prefetch(): void {
    if (this.#asked) return;
    this.#asked = true;
    this.#ask().then(
      (listed) => listed.kind === "listed" && this.keep(listed.tools),
      () => undefined,
    );
  }

  /** Whether a lost call of this name may be repeated; a name that nobody knows may not. */
  async isIdempotent(name: string): Promise<boolean> {
    const known = find(this.#tools, name);
    if (known !== undefined) return known.idempotent;
    try {
      return find(await this.list(), name)?.idempotent ?? false;
    } catch {
      return false;
    }
  }

  #ask() {
    const options = { deadline: Date.now() + LIST_WAIT };
    return new Promise<{ kind: "listed"; tools: ToolSpec[] } | ReturnType<typeof trouble>>((resolve) => {
      this.#link.client.list({}, this.#link.metadata, options, (error, response: ListResponse) => {
        resolve(error === null ? { kind: "listed", tools: response.tools.map(specCodec.fromWire) } : trouble(error));
      });
    });
  }
}

function find(tools: readonly ToolSpec[] | undefined, name: string): ToolSpec | undefined {
  const full = tools?.find((spec) => fullName(spec) === name);
  if (full !== undefined) return full;
  const bare = tools?.filter((spec) => spec.name === name) ?? [];
  return bare.length === 1 ? bare[0] : undefined;
}

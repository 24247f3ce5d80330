import type { ToolResponse } from "../model/response.js";
import type { ToolSpec } from "../model/spec.js";
import { type Asking, ask } from "./ask.js";
import { askAll } from "./batch.js";
import { Catalog } from "./catalog.js";
import { encodeCall } from "./encode-call.js";
import { Gate } from "./gate.js";
import type { Link } from "./link.js";
import type { Arguments, BatchOptions, Call, CallOptions } from "./options.js";
import { unaryTransport } from "./unary.js";
import { watch } from "./watch.js";

/** A connection to a sidecar, for any number of calls at once; `connect` makes one. */
export class Toolspan implements AsyncDisposable {
  readonly #on: Asking;
  readonly #closing = new AbortController();

  /** @internal */
  constructor(link: Link) {
    this.#on = { link, transport: unaryTransport(link), gate: new Gate(), catalog: new Catalog(link) };
  }

  /** Where the sidecar is. */
  get address(): string {
    return this.#on.link.address;
  }

  /** Calls a tool. A tool that failed is a response; only a sidecar that could not be asked is an error. */
  async call(name: string, args?: Arguments, options: CallOptions = {}): Promise<ToolResponse> {
    const encoded = encodeCall({ ...options, name, args }, this.#on.link.limits);
    if (encoded.kind === "answer") return encoded.response;
    if (this.#on.link.isReady) this.#on.catalog.prefetch();
    return ask(this.#on, encoded.call, options.signal);
  }

  /** Calls many tools; response i answers call i, whatever finished first (C2.8). */
  async callAll(calls: readonly Call[], options: BatchOptions = {}): Promise<ToolResponse[]> {
    return askAll(this.#on, calls, options, this.#closing.signal);
  }

  /** All tools, ordered by full name. */
  async tools(): Promise<readonly ToolSpec[]> {
    return this.#on.catalog.list();
  }

  /** The list now, and again after every change, until the loop is left or the connection closed. */
  watchTools(): AsyncIterable<readonly ToolSpec[]> {
    return watch(this.#on, this.#closing.signal);
  }

  /** Cancels what is on the way and closes the connection. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#on.transport.close();
    this.#on.link.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

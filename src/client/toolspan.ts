import type { Progress, ToolCall } from "../model/call.js";
import { argumentsTooLarge, type Encoded, encodeCall } from "../model/encode-call.js";
import { failure } from "../model/failure.js";
import type { HostStatus } from "../model/host-status.js";
import type { Offered } from "../model/invocation.js";
import type { Payload } from "../model/payload.js";
import type { ToolResponse } from "../model/response.js";
import type { ToolSpec } from "../model/spec.js";
import { unread } from "../model/unread.js";
import { type Asking, ask } from "./ask.js";
import { attach, type Hosting, type HostingOptions } from "./attach.js";
import { askAll } from "./batch.js";
import { askEach } from "./batch-each.js";
import { Catalog } from "./catalog.js";
import { type Translated, translateAll, translateOne } from "./events.js";
import { follow } from "./follow.js";
import { listHosts } from "./hosts.js";
import type { Link } from "./link.js";
import type { Arguments, BatchOptions, Call, CallOptions } from "./options.js";
import { type EventsOptions, type Followed, followEvents, readMetrics } from "./records.js";
import { readSkillsPrompt } from "./skills.js";
import { streamTransport } from "./stream.js";
import { unaryTransport } from "./unary.js";
import { watch } from "./watch.js";

/** A connection to a sidecar, for any number of calls at once; `connect` makes one. */
export class Toolspan implements AsyncDisposable {
  readonly #on: Asking;
  readonly #askMany: typeof askAll;
  readonly #closing = new AbortController();

  /** @internal */
  constructor(link: Link, transport: "stream" | "unary") {
    const streams = transport === "stream";
    this.#on = { link, transport: streams ? streamTransport(link) : unaryTransport(link), catalog: new Catalog(link) };
    this.#askMany = streams ? askEach : askAll;
  }

  /** Where the sidecar is. */
  get address(): string {
    return this.#on.link.address;
  }

  /** Calls a tool. A tool that failed is a response; only a sidecar that could not be asked is an error. */
  async call(name: string, args?: Arguments, options: CallOptions = {}): Promise<ToolResponse> {
    const encoded = this.#encode(name, args, options);
    return encoded.kind === "call" ? ask(this.#on, encoded.call, options.signal) : encoded.response;
  }

  /**
   * Calls a tool and iterates over what it tells of its progress, in order, and last over its response, the only item
   * with a `success`. The call starts with the iteration; leaving it early cancels the call.
   */
  async *stream(
    name: string,
    args?: Arguments,
    options: CallOptions = {},
  ): AsyncGenerator<Progress | ToolResponse, void, undefined> {
    const encoded = this.#encode(name, args, options);
    if (encoded.kind === "call") yield* follow(this.#on, encoded.call, options.signal);
    else yield encoded.response;
  }

  /** Calls many tools; response i answers call i, whatever finished first (C2.8). */
  async callAll(calls: readonly Call[], options: BatchOptions = {}): Promise<ToolResponse[]> {
    return this.#askMany(this.#on, calls, options, this.#closing.signal);
  }

  /**
   * Offers tools of this process until the answer is closed; `host` of `toolspan` makes them of what `tool` defines. Rejects
   * where the sidecar takes none of them.
   */
  async offer(offered: Offered, options: HostingOptions = {}): Promise<Hosting> {
    const ask = (call: ToolCall, signal: AbortSignal) => this.#askWithin(call, signal);
    return attach({ link: this.#on.link, ask, closing: this.#closing.signal }, offered, options);
  }

  /** All tools, ordered by full name. */
  async tools(): Promise<readonly ToolSpec[]> {
    return this.#on.catalog.list();
  }

  /**
   * The prompt by which a model learns what skills there are: of the named ones in this order, of all where none is named; an
   * empty text where the sidecar has none. A name that no skill has is refused.
   */
  async skillsPrompt(...names: readonly string[]): Promise<string> {
    return readSkillsPrompt(this.#on.link, names);
  }

  /** What runs the tools now, ordered as the sidecar knows them. */
  async hosts(): Promise<readonly HostStatus[]> {
    return listHosts(this.#on.link);
  }

  /** Every metric of the sidecar, as JSON text: a list with the name, help, type and values of each. */
  async metrics(): Promise<string> {
    return readMetrics(this.#on.link);
  }

  /** The events of the sidecar from now on, as lines of its event log, until the loop is left or the sidecar stops. */
  events(options: EventsOptions = {}): AsyncIterable<Followed> {
    return followEvents(this.#on.link, options);
  }

  /**
   * An event's JSON text in another dialect, such as `flink-agents-0.3/java`, `flink-agents-typed/python` or `canonical`;
   * rejects with a CannotCrossError that names what has no form there (C7.2).
   */
  async translate(event: string, from: string, to: string): Promise<string> {
    return translateOne(this.#on.link, event, from, to);
  }

  /** The same for many events, with what changed; answer i is that of event i, and one that cannot cross says so. */
  async translateAll(events: readonly string[], from: string, to: string): Promise<Translated[]> {
    return translateAll(this.#on.link, events, from, to);
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

  // What a tool of this process asks travels as it stands, depth, trace and all.
  async #askWithin(call: ToolCall, signal: AbortSignal): Promise<ToolResponse<Payload | null>> {
    const tooLarge = argumentsTooLarge(call.name, call.args, this.#on.link.limits);
    if (tooLarge !== null) return unread(failure(call.name, tooLarge));
    this.#prefetch();
    return unread(await ask(this.#on, call, signal));
  }

  #encode(name: string, args: Arguments, options: CallOptions): Encoded {
    const encoded = encodeCall({ ...options, name, args }, this.#on.link.limits);
    if (encoded.kind === "call") this.#prefetch();
    return encoded;
  }

  // So that a lost connection finds out what may be repeated.
  #prefetch(): void {
    if (this.#on.link.isReady) this.#on.catalog.prefetch();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

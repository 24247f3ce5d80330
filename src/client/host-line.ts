import { type ClientDuplexStream, credentials } from "@grpc/grpc-js";
import { type AttachRequest, type AttachResponse, HostsClient } from "../gen/toolspan/v1/hosts.js";
import type { StreamCall } from "../gen/toolspan/v1/tools.js";
import { fault } from "../model/fault.js";
import type { Invocation, Invoked, Offered } from "../model/invocation.js";
import { raised } from "../model/outcome.js";
import { callCodec } from "../wire/call.js";
import { specCodec } from "../wire/spec.js";
import { outcomeToWire } from "./host-frame.js";
import { HostOutbox } from "./host-outbox.js";
import { HELLO, type Link } from "./link.js";
import { type Trouble, trouble } from "./status.js";

/** A tool that the sidecar did not take, and why. */
export interface OfferRefusal {
  /** The full name. */
  readonly name: string;
  readonly reason: string;
}

/** What became of all offers. */
export interface Answered {
  readonly accepted: readonly string[];
  readonly refusals: readonly OfferRefusal[];
}

/** Why a line ended. */
export type HostEnding =
  /** One side drained, and everything under way was answered. */
  | { readonly kind: "drained" }
  | { readonly kind: "lost"; readonly reason: string }
  | { readonly kind: "refused"; readonly error: Extract<Trouble, { kind: "refused" }>["error"] };

export interface HostLineParts {
  readonly link: Link;
  readonly offered: Offered;
  readonly maxInFlight: number;
  readonly id: string;
  readonly ask: Invocation["ask"];
}

type StopReason = "timeout" | "cancelled";

/** Milliseconds for which a sidecar may let us wait for its own drain, which says that no invocation is on its way any more. */
const LINGER_MS = 1000;

/** One stream over which tools are offered; it ends once, and then stops what still runs. */
export class HostLine {
  readonly #parts: HostLineParts;
  readonly #stream: ClientDuplexStream<AttachRequest, AttachResponse>;
  readonly #outbox: HostOutbox;
  readonly #running = new Map<bigint, (reason: StopReason) => void>();
  readonly #accepted: string[] = [];
  readonly #refusals: OfferRefusal[] = [];
  #state: "serving" | "draining" | "over" = "serving";
  #lingers = false;
  #onAnswered: (answered: Answered) => void = () => {};
  #onEnded: (ending: HostEnding) => void = () => {};

  /** Resolves when every offer is taken or refused. */
  readonly answered = new Promise<Answered>((resolve) => {
    this.#onAnswered = resolve;
  });
  readonly ended = new Promise<HostEnding>((resolve) => {
    this.#onEnded = resolve;
  });

  constructor(parts: HostLineParts) {
    this.#parts = parts;
    const { link, offered, maxInFlight, id } = parts;
    const client = new HostsClient("", credentials.createInsecure(), { channelOverride: link.client.getChannel() });
    this.#stream = client.attach(link.metadata);
    this.#outbox = new HostOutbox(this.#stream);
    this.#stream.on("data", (frame) => this.#heed(frame));
    this.#stream.on("error", (error) => setImmediate(() => this.#lose(endingOf(trouble(error)))));
    this.#stream.on("end", () =>
      setImmediate(() => this.#lose({ kind: "lost", reason: "the sidecar ended the stream" })),
    );
    const offers = offered.specs.map((spec) => ({ spec: specCodec.toWire(spec) }));
    const runtime = `Node.js ${process.version.slice(1)}`;
    this.#outbox.say({ hello: HELLO, process: { pid: BigInt(process.pid), runtime, id, maxInFlight }, offers });
  }

  /** Takes nothing new, lets what is under way end, and ends; after the grace time what still runs is stopped. */
  drain(graceMs: number): void {
    if (this.#state === "over") return;
    const forced = setTimeout(() => this.close(), graceMs);
    void this.ended.then(() => clearTimeout(forced));
    if (this.#state === "draining") return;
    this.#state = "draining";
    this.#outbox.say({ drain: { graceMs: BigInt(Math.ceil(graceMs)) } });
    this.#lingers = true;
    const lingering = setTimeout(() => {
      this.#lingers = false;
      this.#endIfDone();
    }, LINGER_MS);
    void this.ended.then(() => clearTimeout(lingering));
  }

  /** Stops what runs, and ends at once. */
  close(): void {
    this.#lose({ kind: "drained" });
    this.#stream.cancel();
  }

  #heed(frame: AttachResponse): void {
    if (this.#state === "over") return;
    const { welcome, accepted, refusals, invocations, cancel, timedOut, ping, drain } = frame;
    this.#parts.link.learn(welcome?.limits);
    this.#accepted.push(...accepted);
    this.#refusals.push(...refusals.map(({ name, reason }) => ({ name, reason })));
    if (this.#accepted.length + this.#refusals.length >= this.#parts.offered.specs.length) {
      this.#onAnswered({ accepted: this.#accepted, refusals: this.#refusals });
    }
    for (const invocation of invocations) this.#start(invocation);
    for (const number of cancel) this.#running.get(number)?.("cancelled");
    for (const number of timedOut) this.#running.get(number)?.("timeout");
    if (ping !== undefined) this.#outbox.say({ pong: ping });
    if (drain !== undefined) this.#drained();
    this.#endIfDone();
  }

  #drained(): void {
    this.#lingers = false;
    if (this.#state !== "serving") return;
    this.#state = "draining";
    // The next sidecar on this address is another one.
    this.#parts.link.forget();
  }

  #start({ number, call, wantsProgress, calledAs }: StreamCall): void {
    if (this.#state !== "serving" || call === undefined) {
      this.#outbox.outcome({ number, outcome: undefined, executionTimeMs: 0n }, 0);
      return;
    }
    const listeners: ((reason: StopReason) => void)[] = [];
    let stopped: StopReason | null = null;
    this.#running.set(number, (reason) => {
      stopped ??= reason;
      for (const listener of listeners.splice(0)) listener(stopped);
    });
    const invocation: Invocation = {
      call: callCodec.fromWire(call),
      calledAs: calledAs || call.name,
      onStop: (listener) => void (stopped === null ? listeners.push(listener) : listener(stopped)),
      wantsProgress,
      progress: ({ fraction, message }) => {
        if (!wantsProgress || !this.#running.has(number)) return;
        this.#outbox.progress({ number, progress: { fraction, message: message?.toWellFormed(), content: [] } });
      },
      ask: this.#parts.ask,
    };
    const internal = (thrown: unknown): Invoked => ({
      outcome: raised(fault("internal", String(thrown))),
      elapsedMs: 0,
    });
    void this.#parts.offered
      .run(invocation)
      .catch(internal)
      .then((invoked) => this.#finish(number, invocation.calledAs, invoked));
  }

  #finish(number: bigint, name: string, invoked: Invoked): void {
    if (!this.#running.delete(number)) return;
    const { outcome, bytes } = outcomeToWire(name, invoked, this.#parts.link.limits);
    const executionTimeMs = BigInt(Math.max(0, Math.round(invoked.elapsedMs)));
    this.#outbox.outcome({ number, outcome, executionTimeMs }, bytes);
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#state !== "draining" || this.#lingers || this.#running.size > 0) return;
    this.#outbox.end();
  }

  #lose(ending: HostEnding): void {
    if (this.#state === "over") return;
    const drained = this.#state === "draining" && this.#running.size === 0;
    this.#state = "over";
    this.#outbox.close();
    const running = [...this.#running.values()];
    this.#running.clear();
    for (const stop of running) stop("cancelled");
    this.#onEnded(drained ? { kind: "drained" } : ending);
  }
}

function endingOf(problem: Trouble): HostEnding {
  if (problem.kind === "refused") return { kind: "refused", error: problem.error };
  return { kind: "lost", reason: "reason" in problem ? problem.reason : "no answer in time" };
}

import { connectivityState, Metadata } from "@grpc/grpc-js";
import { texts } from "../gen/texts.js";
import type { Hello, Limits } from "../gen/toolspan/v1/session.js";
import type { ToolsClient } from "../gen/toolspan/v1/tools.js";
import { DEFAULT_LIMITS } from "../model/limits.js";
import { METADATA, PROTOCOL } from "../wire/protocol.js";
import { CannotReachError, RefusedError, ToolspanError } from "./errors.js";
import { trouble } from "./status.js";
import { SDK_VERSION } from "./version.js";
import { within } from "./wait.js";

type Greeting = { readonly kind: "welcome" } | { readonly kind: "unreachable"; readonly reason: string };

/** What a sidecar announces of its limits, for this side of the wire. */
export type PeerLimits = Pick<Limits, "maxMessageBytes" | "maxInFlight" | "maxStreamArgumentsBytes"> & {
  readonly maxCallMs: number;
};

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1000;

/** How this side introduces itself (C8.4). */
export const HELLO: Hello = {
  protocolMin: PROTOCOL.min,
  protocolMax: PROTOCOL.max,
  sdkVersion: SDK_VERSION,
  language: "typescript",
  capabilities: [],
};

/** One connection to a sidecar: greeted when it is made and again whenever it is re-made (C8.4, C8.6). */
export class Link {
  readonly client: ToolsClient;
  readonly address: string;
  /** The longest wait for a sidecar, in milliseconds. */
  readonly patience: number;
  readonly #token: () => string | undefined;
  #greeting: Promise<Greeting> | undefined;
  #limits: PeerLimits = { ...DEFAULT_LIMITS, maxInFlight: DEFAULT_LIMITS.maxInFlightPerPeer };
  #greetings = 0;
  #metadata = new Metadata();
  #state: "new" | "greeted" | "closed" = "new";

  constructor(client: ToolsClient, address: string, patience: number, token: () => string | undefined) {
    this.client = client;
    this.address = address;
    this.patience = patience;
    this.#token = token;
  }

  /** What the sidecar announced last. */
  get limits(): PeerLimits {
    return this.#limits;
  }

  /** How often a sidecar was greeted; each time it may be another one. */
  get greetings(): number {
    return this.#greetings;
  }

  /** What every request says about its sender. */
  get metadata(): Metadata {
    return this.#metadata;
  }

  /** Whether a call may be sent at once. */
  get isReady(): boolean {
    return (
      this.#state === "greeted" && this.client.getChannel().getConnectivityState(false) === connectivityState.READY
    );
  }

  /** Waits for a greeted connection; a sidecar that does not come in time is an error. */
  async ready(waitMs: number = this.patience, signal?: AbortSignal): Promise<void> {
    const until = performance.now() + Math.min(waitMs, this.patience);
    for (let pause = FIRST_PAUSE, reason = this.#noAnswer; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      if (this.#state === "closed") throw new ToolspanError("This Toolspan connection is closed.");
      if (this.isReady) return;
      // Whatever comes next is another connection, so nobody sends before it is greeted.
      if (this.#state === "greeted") this.#state = "new";
      this.#greeting ??= this.#greet().finally(() => {
        this.#greeting = undefined;
      });
      const greeting = await within(this.#greeting, until - performance.now(), signal);
      if (greeting?.kind === "welcome") return;
      reason = greeting?.reason ?? reason;
      const left = until - performance.now();
      if (left <= 0) throw new CannotReachError(texts.cannot_reach(this.address, reason));
      await within(undefined, Math.min(pause, left), signal);
    }
  }

  /** The sidecar said that it is stopping: the next call looks for the next one. */
  forget(): void {
    if (this.#state === "greeted") this.#state = "new";
  }

  /** Takes over the limits that a sidecar announces; zero is what a peer that announces nothing sends. */
  learn(limits: Limits | undefined): void {
    if (limits === undefined) return;
    this.#limits = {
      maxMessageBytes: limits.maxMessageBytes || DEFAULT_LIMITS.maxMessageBytes,
      maxInFlight: limits.maxInFlight || DEFAULT_LIMITS.maxInFlightPerPeer,
      maxCallMs: Number(limits.maxCallMs) || DEFAULT_LIMITS.maxCallMs,
      maxStreamArgumentsBytes: limits.maxStreamArgumentsBytes || DEFAULT_LIMITS.maxStreamArgumentsBytes,
    };
  }

  close(): void {
    this.#state = "closed";
    this.client.close();
  }

  #greet(): Promise<Greeting> {
    const metadata = this.#introduction();
    return new Promise((resolve, reject) => {
      this.client.greet({ hello: HELLO }, metadata, { deadline: Date.now() + this.patience }, (error, response) => {
        if (error === null) {
          this.#welcome(metadata, response.welcome?.limits);
          return resolve({ kind: "welcome" });
        }
        const problem = trouble(error);
        if (problem.kind === "refused") reject(explain(problem.error, this.address));
        else resolve({ kind: "unreachable", reason: "reason" in problem ? problem.reason : this.#noAnswer });
      });
    });
  }

  #welcome(metadata: Metadata, limits: Limits | undefined): void {
    this.#metadata = metadata;
    if (this.#state === "new") this.#state = "greeted";
    this.#greetings++;
    this.learn(limits);
  }

  get #noAnswer(): string {
    return `no answer within ${this.patience / 1000} s`;
  }

  // Read anew for every greeting: the next sidecar on a TCP address has written a token of its own.
  #introduction(): Metadata {
    const metadata = new Metadata();
    metadata.set(METADATA.protocol, `${PROTOCOL.min}-${PROTOCOL.max}`);
    metadata.set(METADATA.sdk, SDK_VERSION);
    metadata.set(METADATA.language, "typescript");
    const token = this.#token();
    if (token !== undefined) metadata.set(METADATA.token, `Bearer ${token}`);
    return metadata;
  }
}

function explain(error: RefusedError, address: string): RefusedError {
  if (error.refusal !== "request") return error;
  return new RefusedError("request", `What answers at ${address} is not a Toolspan sidecar: ${error.message}`);
}

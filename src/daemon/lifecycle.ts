import type { Log } from "./log.js";

export interface LifecycleOptions {
  /** Milliseconds that calls in flight may take after the first signal. */
  readonly graceMs: number;
  /** End when the parent process dies. */
  readonly withParent: boolean;
  readonly log: Log;
}

type State =
  | { readonly kind: "serving" }
  | { readonly kind: "draining"; readonly timer: NodeJS.Timeout }
  | { readonly kind: "stopped" };

const PARENT_MS = 250;
/** A call that was already on its way when the drain began is refused by an answer, not by a closed socket. */
const LINGER_MS = 50;

/** From serving to stopped: a signal drains, a second one or the end of the grace time forces (C8.2). */
export class Lifecycle {
  readonly #options: LifecycleOptions;
  readonly #drain = new AbortController();
  readonly #stop: (code: number) => void;
  #state: State = { kind: "serving" };
  #inFlight = 0;

  /** The exit code, when everything is over. */
  readonly stopped: Promise<number>;

  constructor(options: LifecycleOptions) {
    this.#options = options;
    const { promise, resolve } = withResolvers<number>();
    this.stopped = promise;
    const parent = options.withParent ? this.#watchParent() : undefined;
    const onSignal = (signal: NodeJS.Signals) => this.#onSignal(signal);
    process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
    process.on("unhandledRejection", (reason) => options.log.error({ reason: String(reason) }, "unhandled rejection"));
    process.on("uncaughtException", (error) => options.log.error({ error: error.stack }, "uncaught exception"));
    this.#stop = (code) => {
      if (this.#state.kind === "draining") clearTimeout(this.#state.timer);
      this.#state = { kind: "stopped" };
      clearInterval(parent);
      resolve(code);
    };
  }

  get isDraining(): boolean {
    return this.#state.kind !== "serving";
  }

  /** Aborted when the drain begins. */
  get draining(): AbortSignal {
    return this.#drain.signal;
  }

  /** Counts a call as in flight until what it returns is called. */
  begin(): () => void {
    this.#inFlight++;
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      this.#inFlight--;
      this.#stopIfIdle();
    };
  }

  #onSignal(signal: NodeJS.Signals): void {
    const { log, graceMs } = this.#options;
    if (this.#state.kind === "draining") {
      log.warn({ signal, inFlight: this.#inFlight }, "forced by a second signal");
      this.#stop(1);
      return;
    }
    if (this.#state.kind === "stopped") return;
    log.info({ signal, inFlight: this.#inFlight, graceMs }, "draining");
    const timer = setTimeout(() => {
      log.warn({ inFlight: this.#inFlight }, "forced: the grace time is over");
      this.#stop(1);
    }, graceMs);
    this.#state = { kind: "draining", timer };
    this.#drain.abort();
    setTimeout(() => this.#stopIfIdle(), LINGER_MS);
  }

  #stopIfIdle(): void {
    if (this.#state.kind !== "draining" || this.#inFlight > 0) return;
    setTimeout(() => {
      if (this.#state.kind === "draining" && this.#inFlight === 0) this.#stop(0);
    }, LINGER_MS);
  }

  // A process whose parent is gone has another parent (case shutdown-children-reaped).
  #watchParent(): NodeJS.Timeout {
    const parent = process.ppid;
    return setInterval(() => {
      if (process.ppid !== parent) this.#onSignal("SIGTERM");
    }, PARENT_MS);
  }
}

// Promise.withResolvers came with Node 22.
function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

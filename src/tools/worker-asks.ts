import type { Job } from "../invoke/runner.js";
import { Stop } from "../invoke/stop.js";
import { carryResponse, payloadOf } from "./carried.js";
import type { AskNumber, WorkerAnswer, WorkerAsk } from "./worker-messages.js";

/** The calls that the tools of a worker thread make themselves, on this side of the thread (C3.8). */
export class WorkerAsks {
  /** By the number of the call that makes them, then by their own. */
  readonly #open = new Map<number, Map<number, Stop>>();
  readonly #answer: (answer: WorkerAnswer, transfer: readonly ArrayBuffer[]) => void;

  constructor(answer: (answer: WorkerAnswer, transfer: readonly ArrayBuffer[]) => void) {
    this.#answer = answer;
  }

  /** Asks; the answer of a call that was ended meanwhile is dropped, since nobody is there to hear it. */
  async ask({ within, number, call }: WorkerAsk, job: Job): Promise<void> {
    const stop = new Stop();
    const open = this.#open.get(within) ?? new Map<number, Stop>();
    this.#open.set(within, open.set(number, stop));
    const args = call.args === null ? null : payloadOf(call.args);
    const injected = call.injected === null ? null : payloadOf(call.injected);
    const response = await job.call({ ...call, args, injected, depth: 0, traceparent: "", tracestate: "" }, stop);
    if (this.#open.get(within) !== open || !open.delete(number)) return;
    const transfer: ArrayBuffer[] = [];
    this.#answer({ number, response: carryResponse(response, transfer) }, transfer);
  }

  /** The tool waits for this one no more. */
  cancel({ within, number }: AskNumber): void {
    const open = this.#open.get(within);
    open?.get(number)?.stop("cancelled");
    open?.delete(number);
  }

  /** The call that made them is over. */
  end(within: number): void {
    const open = this.#open.get(within);
    if (open === undefined) return;
    this.#open.delete(within);
    for (const stop of open.values()) stop.stop("cancelled");
  }
}

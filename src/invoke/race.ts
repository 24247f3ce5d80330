import { type Fault, fault } from "../model/fault.js";
import { raised } from "../model/outcome.js";
import type { Ran } from "./runner.js";
import type { Stop, StopReason } from "./stop.js";

/** What a call may be ended by. */
export interface Bounds {
  /** Milliseconds; 0 or less ends the call at once, and Infinity leaves the deadline to whoever holds the `stop`. */
  readonly budgetMs: number;
  /** The caller's cancel; the deadline stops it too. */
  readonly stop: Stop;
  readonly faults: Record<StopReason, () => Fault>;
}

/** Runs something against its deadline and its caller's cancel; the first ending is the only one (C2.8, C3.5). */
export function race(run: () => Promise<Ran>, { budgetMs, stop, faults }: Bounds): Promise<Ran> {
  const started = performance.now();
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const raise = (reason: Fault): void => {
      clearTimeout(timer);
      resolve({ outcome: raised(reason), elapsedMs: performance.now() - started });
    };
    stop.onStop((reason) => raise(faults[reason]()));
    if (budgetMs <= 0) stop.stop("timeout");
    if (stop.reason !== null) return;
    if (budgetMs !== Infinity) timer = setTimeout(() => stop.stop("timeout"), budgetMs);
    run().then(
      (ran) => {
        clearTimeout(timer);
        resolve(ran);
      },
      (error: unknown) => raise(fault("internal", String(error))),
    );
  });
}

import { type Fault, fault } from "../model/fault.js";
import { raised } from "../model/outcome.js";
import type { Ran } from "./runner.js";

/** What a call may be ended by. */
export interface Bounds {
  /** Milliseconds; 0 or less ends the call at once. */
  readonly budgetMs: number;
  /** The caller's cancel. */
  readonly signal: AbortSignal;
  readonly timeout: () => Fault;
  readonly cancelled: () => Fault;
}

/** Runs something against its deadline and its caller's cancel; the first ending is the only one (C2.8, C3.5). */
export function race(run: (signal: AbortSignal) => Promise<Ran>, bounds: Bounds): Promise<Ran> {
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  return new Promise((resolve) => {
    const controller = new AbortController();
    const end = (ran: Ran) => {
      clearTimeout(timer);
      bounds.signal.removeEventListener("abort", onCancel);
      resolve(ran);
    };
    const stop = (reason: Fault) => {
      end({ outcome: raised(reason), elapsedMs: elapsed() });
      controller.abort(new DOMException(reason.message, reason.kind === "timeout" ? "TimeoutError" : "AbortError"));
    };
    const onCancel = () => stop(bounds.cancelled());
    const timer = setTimeout(() => stop(bounds.timeout()), Math.max(0, bounds.budgetMs));
    if (bounds.signal.aborted) return onCancel();
    if (bounds.budgetMs <= 0) return stop(bounds.timeout());
    bounds.signal.addEventListener("abort", onCancel, { once: true });
    run(controller.signal).then(end, (error: unknown) =>
      end({ outcome: raised(fault("internal", String(error))), elapsedMs: elapsed() }),
    );
  });
}
